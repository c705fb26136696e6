import { redact } from '../../contract/text/redact.ts'
import { ORDERED_FAULT_NAMES, ORDERED_FAULTS } from '../../contract/wire/ordered-fault.ts'
import type { MockContext } from '../http/routing.ts'
import { controlOf, type KeyClock } from '../sandbox/control.ts'
import { partnerOf } from '../sandbox/keys.ts'
import { commandIn, sandboxInQuery } from './asked.ts'
import {
  CLOCK_USAGE,
  type ClockCommand,
  clockCommand,
  keyOrDigest,
  nextCommand,
  orderedFault,
  resetCommand,
} from './commands.ts'

/** `POST /__mock/clock`: advances, freezes or speeds up the time of one key. */
export async function moveClock(c: MockContext): Promise<Response> {
  const command = await commandIn(c, clockCommand, CLOCK_USAGE)
  if (command instanceof Response) return command
  const clock = controlOf(c.get('mock')).clockOf(command.sandbox)
  await carryOut(clock, command)
  const { now, isFrozen, speed } = await clock.read()
  return c.json({ now: new Date(now).toISOString(), frozen: isFrozen, speed })
}

async function carryOut(clock: KeyClock, command: ClockCommand): Promise<void> {
  if (command.advanceSeconds !== undefined) await clock.advance(command.advanceSeconds)
  if (command.freeze) await clock.freeze()
  if (command.resume) await clock.resume()
  if (command.speed !== undefined) await clock.run(command.speed)
}

const NAMES = ORDERED_FAULT_NAMES.join(', ')
const USAGE = `Send {"key": "pk_test_…", "fault": "lost-after"}: the key, or its digest, and one of the faults ${NAMES}.`

/** `POST /__mock/next`: orders a fault for the next purchase of a key. */
export async function orderNext(c: MockContext): Promise<Response> {
  const command = await commandIn(c, nextCommand, (body) => `${foundIn(body)} ${USAGE}`)
  if (command instanceof Response) return command
  const { fault, sandbox } = command
  const control = controlOf(c.get('mock'))
  const replaced = (await control.waiting(sandbox)) ?? null
  await control.next(sandbox, fault)
  const { at, does } = ORDERED_FAULTS[fault]
  return c.json({ fault, at, does, replaced, partner: partnerOf(c.get('mock'), sandbox)?.id })
}

/** `GET /__mock/next`: the fault that waits for a key. */
export async function readNext(c: MockContext): Promise<Response> {
  const sandbox = await sandboxInQuery(c)
  if (sandbox instanceof Response) return sandbox
  return c.json({ fault: (await controlOf(c.get('mock')).waiting(sandbox)) ?? null })
}

/** `DELETE /__mock/next`: takes that fault back. */
export async function withdrawNext(c: MockContext): Promise<Response> {
  const sandbox = await sandboxInQuery(c)
  if (sandbox instanceof Response) return sandbox
  return c.json({ fault: (await controlOf(c.get('mock')).withdraw(sandbox)) ?? null })
}

function foundIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'Found no JSON object.'
  const { key, fault, ...others } = body as Record<string, unknown>
  const [other] = Object.keys(others)
  if (!keyOrDigest.safeParse(key).success) return 'Found no TEST key, and no digest of one, in "key".'
  if (!orderedFault.safeParse(fault).success) return `Found the fault ${quoted(fault)}.`
  return `Found ${quoted(other)}, which is not known here.`
}

function quoted(value: unknown): string {
  return redact(JSON.stringify(value)?.slice(0, 40) ?? 'nothing')
}

/** `POST /__mock/reset`: resets the sandbox of one key. */
export async function resetKey(c: MockContext): Promise<Response> {
  const command = await commandIn(c, resetCommand, 'Send {"key": "pk_test_…"}.')
  if (command instanceof Response) return command
  await controlOf(c.get('mock')).reset(command.sandbox)
  return c.body(null, 204)
}
