import * as z from 'zod/mini'
import { DELIVERY_OUTCOMES, ORDER_EFFECTS } from '../../contract/wire/exchange-values.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { ORDERED_FAULT_NAMES } from '../../contract/wire/ordered-fault.ts'
import { parseBlock } from '../../fixtures/ip-address.ts'
import { isKeyOrDigest } from '../sandbox/keys.ts'

/** A TEST key, or its digest: a page holds no key. */
export const keyOrDigest = z.string().check(z.refine(isKeyOrDigest))

const LONGEST_ADVANCE_SECONDS = 366 * 24 * 3600
const FASTEST = 100_000

/** What `POST /__mock/clock` takes. */
export const clockCommand = z
  .strictObject({
    key: keyOrDigest,
    advanceSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(LONGEST_ADVANCE_SECONDS))),
    freeze: z.optional(z.literal(true)),
    resume: z.optional(z.literal(true)),
    speed: z.optional(z.number().check(z.positive(), z.maximum(FASTEST))),
  })
  .check(z.refine(({ key: _, ...asked }) => Object.keys(asked).length === 1))

/** A change of one key's time. */
export type ClockCommand = z.infer<typeof clockCommand>

/** The answer to anything else: what to send instead. */
export const CLOCK_USAGE = `Send {"key": "pk_test_…"} with one of "advanceSeconds": N (0 to ${LONGEST_ADVANCE_SECONDS}), "freeze": true, "resume": true, "speed": N (above 0, at most ${FASTEST}).`

/** What `POST /__mock/reset` takes. */
export const resetCommand = z.strictObject({ key: keyOrDigest })

/** A fault that can be ordered. */
export const orderedFault = z.enum(ORDERED_FAULT_NAMES)

/** What `POST /__mock/next` takes. */
export const nextCommand = z.strictObject({ key: keyOrDigest, fault: orderedFault })

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

/** A number of a query, in a form of its own. */
const numberOf = (form: RegExp, fits: z.ZodMiniType<number, number>) =>
  z.pipe(z.pipe(z.string().check(z.regex(form)), z.transform(Number)), fits)

const whole = (least: number, most: number) =>
  numberOf(/^\d{1,16}$/, z.int().check(z.minimum(least), z.maximum(most)))

const LONGEST_WAIT_SECONDS = 600
const waitSeconds = numberOf(/^\d{1,3}(?:\.\d{1,3})?$/, z.number().check(z.maximum(LONGEST_WAIT_SECONDS)))

const FILTERS = {
  partner: z.optional(z.string()),
  operation: z.optional(z.enum(OPERATION_IDS)),
  partnerReference: z.optional(z.string()),
  sku: z.optional(z.string()),
  effect: z.optional(z.enum(ORDER_EFFECTS)),
  delivery: z.optional(z.enum(DELIVERY_OUTCOMES)),
  status: z.optional(whole(100, 599)),
  afterSeq: z.optional(whole(0, Number.MAX_SAFE_INTEGER)),
}
/** The parameters of `GET /__mock/journal`. */
export const journalFilters = z.strictObject(FILTERS)
/** The parameters of `GET /__mock/journal/wait`. */
export const journalWait = z.strictObject({
  ...FILTERS,
  count: z._default(whole(1, 10_000), 1),
  timeoutSeconds: z._default(waitSeconds, 5),
})

/** The answer to other parameters: which ones are valid. */
export const FILTER_USAGE = `Filters are ${Object.keys(FILTERS).join(', ')}; operation is one of ${OPERATION_IDS.join(', ')}, effect one of ${ORDER_EFFECTS.join(', ')}, delivery one of ${DELIVERY_OUTCOMES.join(', ')}.`
export const WAIT_USAGE = `${FILTER_USAGE} Besides: count (1 to 10000) and timeoutSeconds (0 to ${LONGEST_WAIT_SECONDS}).`
