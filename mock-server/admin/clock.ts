import { z } from 'zod'
import { isTestKey } from '../../contract/auth.ts'
import { controlOf, type KeyClock } from '../control.ts'
import type { MockContext } from '../env.ts'
import { adminBody } from './body.ts'

const LONGEST_ADVANCE_SECONDS = 366 * 24 * 3600
const FASTEST = 100_000

const clockCommand = z
  .strictObject({
    key: z.string().refine(isTestKey),
    advanceSeconds: z.number().min(0).max(LONGEST_ADVANCE_SECONDS).optional(),
    freeze: z.literal(true).optional(),
    resume: z.literal(true).optional(),
    speed: z.number().positive().max(FASTEST).optional(),
  })
  .refine(({ key: _, ...asked }) => Object.keys(asked).length === 1)

const USAGE = `Send {"key": "pk_test_…"} with one of "advanceSeconds": N (0 to ${LONGEST_ADVANCE_SECONDS}), "freeze": true, "resume": true, "speed": N (above 0, at most ${FASTEST}).`

type ClockCommand = z.infer<typeof clockCommand>

/** `POST /__mock/clock`: moves, stops or speeds the time of one key. */
export async function moveClock(c: MockContext): Promise<Response> {
  const command = clockCommand.safeParse(await adminBody(c))
  if (!command.success) return c.json({ error: USAGE }, 400)
  const clock = controlOf(c.get('mock')).clockOf(command.data.key)
  await carryOut(clock, command.data)
  const { now, isFrozen, speed } = await clock.read()
  return c.json({ now: new Date(now).toISOString(), frozen: isFrozen, speed })
}

async function carryOut(clock: KeyClock, command: ClockCommand): Promise<void> {
  if (command.advanceSeconds !== undefined) await clock.advance(command.advanceSeconds)
  if (command.freeze) await clock.freeze()
  if (command.resume) await clock.resume()
  if (command.speed !== undefined) await clock.run(command.speed)
}
