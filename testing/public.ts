/**
 * A partner for a test as a package entry: `partner-purchase-kit/testing`. It imports no test framework: use it with Jest, `node:test`
 * or any other. For Vitest there is `partner-purchase-kit/vitest`.
 */

export type { PartnerClock } from './partner.ts'
export { openPartner, type PartnerOptions, type TestPartner } from './partner.ts'
