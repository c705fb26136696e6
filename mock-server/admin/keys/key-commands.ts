import * as z from 'zod/mini'
import { parseBlock } from '../../../fixtures/ip-address.ts'
import { keyOrDigest } from '../commands.ts'

const MOST_RULES = 100

/** What `POST /__mock/top-up` takes: an amount as a decimal number, in the profile's currency. */
export const topUpCommand = z.strictObject({
  key: keyOrDigest,
  amount: z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,4})?$/)),
})
export const TOP_UP_USAGE =
  'Send {"key": "pk_test_…", "amount": "100.00"}: the key, or its digest, and an amount above 0 with no more decimals than the currency has.'

/** What `POST /__mock/revoke` takes. */
export const revokeCommand = z.strictObject({ key: keyOrDigest, revoked: z.boolean() })
export const REVOKE_USAGE =
  'Send {"key": "pk_test_…", "revoked": true}: the key, or its digest. With false the key is valid again.'

const rule = z.string().check(z.refine((text) => parseBlock(text) !== undefined))

/** What `POST /__mock/allowlist` takes. */
export const allowlistCommand = z.strictObject({
  key: keyOrDigest,
  allowlist: z.nullable(z.array(rule).check(z.maxLength(MOST_RULES))),
})
export const ALLOWLIST_USAGE = `Send {"key": "pk_test_…", "allowlist": ["203.0.113.0/24"]}: the key, or its digest, and up to ${MOST_RULES} IPv4 or IPv6 addresses or CIDR blocks; null to accept every address.`
