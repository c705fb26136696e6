/**
 * What most programs use, as the root of the package: `partner-purchase-kit`. Each part has more of its own, such as
 * `partner-purchase-kit/client`.
 */
export { certify } from './certification/runner/certify.ts'
export { serve } from './mock-server/serve.ts'
export { createClient } from './reference-client/client.ts'
export { openPartner } from './testing/partner.ts'
