import type { MockContext } from '../http/env.ts'
import { controlOf, type KeyClock } from '../sandbox/control.ts'
import { adminBody } from './body.ts'
import { CLOCK_USAGE, type ClockCommand, clockCommand } from './commands.ts'
import { sandboxAsked } from './sandbox-asked.ts'

/** `POST /__mock/clock`: advances, freezes or speeds up the time of one key. */
export async function moveClock(c: MockContext): Promise<Response> {
  const command = clockCommand.safeParse(await adminBody(c))
  if (!command.success) return c.json({ error: CLOCK_USAGE }, 400)
  const sandbox = await sandboxAsked(c, command.data.key)
  if (sandbox instanceof Response) return sandbox
  const clock = controlOf(c.get('mock')).clockOf(sandbox)
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
