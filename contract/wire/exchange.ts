import * as z from 'zod'
import { DELIVERY_OUTCOMES, ORDER_EFFECTS } from './exchange-values.ts'
import { COMMIT_POINTS, FAULT_KINDS } from './fault.ts'
import { OPERATION_IDS } from './operations.ts'
import { ORDERED_FAULT_NAMES } from './ordered-fault.ts'

const headers = z.record(z.string(), z.string())

const milliseconds = z.number().nonnegative()

const answer = z.strictObject({ status: z.int(), headers, body: z.string(), answeredMs: milliseconds })

export const orderEffect = z.enum(ORDER_EFFECTS)

export const deliveryOutcome = z.enum(DELIVERY_OUTCOMES)

/** For a request that was not served: the operation that it resembles. */
export const nearMissSchema = z.strictObject({
  operation: z.enum(OPERATION_IDS),
  /** What differs from that operation, each in one sentence. */
  differs: z.array(z.string()).min(1),
  /** The clause that requires it; or the gap, when the profile does. */
  clause: z.string().nullable(),
  gap: z.string().nullable(),
})

/**
 * One recorded request and its response, without any key. Of a journal or of a run of the suite.
 * Times in milliseconds are of a monotonic clock that began with the recording.
 */
export const exchangeSchema = z.strictObject({
  seq: z.int().nonnegative(),
  at: z.iso.datetime(),
  arrivedMs: z.number().nonnegative(),
  partner: z.string().nullable(),
  operation: z.enum(OPERATION_IDS).nullable(),
  request: z.strictObject({
    method: z.string(),
    /** Path and query, as they were sent, redacted. */
    target: z.string(),
    headers,
    body: z.string().nullable(),
  }),
  /** The answer as it was decided, also when it was lost. Null while the request is under way, and when there was no answer. */
  response: answer.nullable(),
  /** How much of the answer was delivered, and when that was known. Null while it is under way, and where it is not measured. */
  delivery: z.strictObject({ outcome: deliveryOutcome, atMs: z.number().nonnegative() }).nullable(),
  order: z.strictObject({ partnerReference: z.string(), sku: z.string(), effect: orderEffect }).nullable(),
  /** The fault that was injected: the card's scenario has it, or it was `ordered` by this name for the key's next purchase. */
  fault: z
    .strictObject({
      at: z.enum(COMMIT_POINTS),
      does: z.enum(FAULT_KINDS),
      ordered: z.enum(ORDERED_FAULT_NAMES).optional(),
    })
    .nullable(),
  nearMiss: nearMissSchema.nullable(),
})

/** One recorded request and its response, as {@link exchangeSchema} describes it. */
export type Exchange = z.infer<typeof exchangeSchema>

/** What the server did with an order. */
export type OrderEffect = z.infer<typeof orderEffect>
/** How much of an answer was delivered. */
export type DeliveryOutcome = z.infer<typeof deliveryOutcome>
/** For a request that was not served: the operation that it resembles. */
export type NearMiss = z.infer<typeof nearMissSchema>
