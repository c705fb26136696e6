import * as z from 'zod'
import { isTestKey } from '../../contract/wire/auth.ts'

const LONGEST_ADVANCE_SECONDS = 366 * 24 * 3600
const FASTEST = 100_000

/** What `POST /__mock/clock` takes. */
export const clockCommand = z
  .strictObject({
    key: z.string().refine(isTestKey),
    advanceSeconds: z.number().min(0).max(LONGEST_ADVANCE_SECONDS).optional(),
    freeze: z.literal(true).optional(),
    resume: z.literal(true).optional(),
    speed: z.number().positive().max(FASTEST).optional(),
  })
  .refine(({ key: _, ...asked }) => Object.keys(asked).length === 1)

/** A change of one key's time. */
export type ClockCommand = z.infer<typeof clockCommand>

/** The answer to anything else: what to send instead. */
export const CLOCK_USAGE = `Send {"key": "pk_test_…"} with one of "advanceSeconds": N (0 to ${LONGEST_ADVANCE_SECONDS}), "freeze": true, "resume": true, "speed": N (above 0, at most ${FASTEST}).`

/** What `POST /__mock/reset` takes. */
export const resetCommand = z.strictObject({ key: z.string().refine(isTestKey) })
