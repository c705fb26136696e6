import * as z from 'zod/mini'
import { ORDERED_FAULT_NAMES } from '../../contract/wire/ordered-fault.ts'
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
