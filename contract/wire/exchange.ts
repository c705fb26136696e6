import { z } from 'zod'
import { COMMIT_POINTS, FAULT_KINDS } from '../scenario/fault.ts'
import { OPERATION_IDS } from './operations.ts'

const headers = z.record(z.string(), z.string())

/** What became of an order at the server: written down, found again, or neither. */
export const orderEffect = z.enum(['recorded', 'replayed', 'none'])

/** How far an answer got: handed to the connection whole, in part, or not at all. */
export const deliveryOutcome = z.enum(['delivered', 'cut', 'lost'])

/** What a request resembles that was not served as it was meant. */
export const nearMissSchema = z.strictObject({
  operation: z.enum(OPERATION_IDS),
  /** What differs from that operation, each in one sentence. */
  differs: z.array(z.string()).min(1),
  /** The clause that says so; or the gap, where the profile does. */
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
  /** What was decided to be answered, also when it was lost. Null while it is under way, and for ever when nothing was. */
  response: z
    .strictObject({
      status: z.int(),
      headers,
      body: z.string(),
      answeredMs: z.number().nonnegative(),
    })
    .nullable(),
  /** How far the answer got, and when that was known. Null while it is under way, and where nobody looked. */
  delivery: z.strictObject({ outcome: deliveryOutcome, atMs: z.number().nonnegative() }).nullable(),
  order: z.strictObject({ partnerReference: z.string(), sku: z.string(), effect: orderEffect }).nullable(),
  /** The scripted fault that befell it. */
  fault: z.strictObject({ at: z.enum(COMMIT_POINTS), does: z.enum(FAULT_KINDS) }).nullable(),
  nearMiss: nearMissSchema.nullable(),
})

/** One recorded request and its response, as {@link exchangeSchema} describes it. */
export type Exchange = z.infer<typeof exchangeSchema>

/** What became of an order at the server. */
export type OrderEffect = z.infer<typeof orderEffect>
/** How far an answer got. */
export type DeliveryOutcome = z.infer<typeof deliveryOutcome>
/** What a request resembles that was not served as it was meant. */
export type NearMiss = z.infer<typeof nearMissSchema>
