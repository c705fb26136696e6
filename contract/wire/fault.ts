import * as z from 'zod/mini'

/**
 * Where a fault strikes: before anything is recorded, when the order is recorded and nothing is answered yet, or when
 * half of the answer is under way.
 */
export const COMMIT_POINTS = ['before-recording', 'after-recording', 'in-answer'] as const

/** What a fault does, other than refusing: to the connection, or to the time that the answer takes. */
export const FAULT_KINDS = ['reset', 'close', 'stall', 'dribble', 'refuse'] as const

/** What a scripted refusal may be for. */
export const SCRIPTED_REFUSALS = [
  'unavailable',
  'rate-limited',
  'withdrawn-sku',
  'internal-error',
  'bad-gateway',
] as const

const SECONDS = 'a number of seconds, above 0 and at most 3600'
const seconds = z.number(SECONDS).check(z.positive(SECONDS), z.maximum(3600, SECONDS))

const WHOLE_SECONDS = 'a whole number of seconds from 1 to 3600'

const effect = z.discriminatedUnion(
  'kind',
  [
    /** The connection is reset: ECONNRESET at the client. */
    z.strictObject({ kind: z.literal('reset') }),
    /** The connection is closed: without an answer, or in the middle of a chunked body. */
    z.strictObject({ kind: z.literal('close') }),
    /** The answer is delayed this long, by the clock of the key, and sent if the client still waits. */
    z.strictObject({ kind: z.literal('stall'), seconds }),
    /** The body is sent byte by byte, spread over so long, by the clock of the key. */
    z.strictObject({ kind: z.literal('dribble'), seconds }),
    /** The request is answered with an error, in the profile's shape and with its status. */
    z.strictObject({
      kind: z.literal('refuse'),
      cause: z.enum(SCRIPTED_REFUSALS, `one of ${SCRIPTED_REFUSALS.join(', ')}`),
      /** The `Retry-After` header; without it, none is sent. */
      retryAfterSeconds: z.optional(
        z.int(WHOLE_SECONDS).check(z.minimum(1, WHOLE_SECONDS), z.maximum(3600, WHOLE_SECONDS)),
      ),
    }),
  ],
  `an object with a kind, one of ${FAULT_KINDS.join(', ')}`,
)

export const wholeToThousand = (fits: string) => z.int(fits).check(z.minimum(1, fits), z.maximum(1000, fits))

/** Something that goes wrong with the requests about one order. */
export const faultSchema = z
  .strictObject({
    on: z._default(z.enum(['createOrder', 'lookupOrder'], 'createOrder or lookupOrder'), 'createOrder'),
    at: z.enum(COMMIT_POINTS, `one of ${COMMIT_POINTS.join(', ')}`),
    does: effect,
    /** So many of the requests about one reference are answered as usual before it; none where it is left out. */
    after: z.optional(wholeToThousand('a whole number from 1 to 1000')),
    /** How many of the requests about one reference it affects, counted from the first; null for all of them. */
    times: z._default(
      z.nullable(wholeToThousand('a whole number from 1 to 1000, or null for every time')),
      1,
    ),
  })
  .check(
    z.refine(({ at, does }) => at !== 'in-answer' || does.kind !== 'refuse', {
      error: 'a point before the answer: a refusal is the answer',
      path: ['at'],
    }),
    z.refine(({ at, does }) => at === 'in-answer' || does.kind !== 'dribble', {
      error: 'in-answer: there is nothing else to dribble',
      path: ['at'],
    }),
  )

/** Something that goes wrong with the requests about one order. */
export type Fault = z.infer<typeof faultSchema>
/** A fault as it is written: what has a default may be left out. */
export type FaultInput = z.input<typeof faultSchema>
/**
 * The fault of a request about one order. The faults of an operation apply one after another, each to its number of
 * requests, after its number of requests without a fault.
 *
 * @param attempt which request of that operation about that reference it is; the first is 1.
 */
export function faultOf(
  { faults }: { readonly faults: readonly Fault[] },
  on: Fault['on'],
  attempt: number,
): Fault | undefined {
  let last = 0
  for (const fault of faults.filter((one) => one.on === on)) {
    const before = last + (fault.after ?? 0)
    last = fault.times === null ? Number.POSITIVE_INFINITY : before + fault.times
    if (attempt <= last) return attempt > before ? fault : undefined
  }
  return undefined
}
