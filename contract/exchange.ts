import { z } from 'zod'
import { OPERATION_IDS } from './operations.ts'

const headers = z.record(z.string(), z.string())

/** What became of an order at the server: written down, found again, or neither. */
export const orderEffect = z.enum(['recorded', 'replayed', 'none'])

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
  /** Null while it is under way, and for ever when none was given. */
  response: z
    .strictObject({
      status: z.int(),
      headers,
      body: z.string(),
      answeredMs: z.number().nonnegative(),
    })
    .nullable(),
  order: z.strictObject({ partnerReference: z.string(), sku: z.string(), effect: orderEffect }).nullable(),
})

/** One recorded request and its response, as {@link exchangeSchema} describes it. */
export type Exchange = z.infer<typeof exchangeSchema>

/** What became of an order at the server. */
export type OrderEffect = z.infer<typeof orderEffect>
