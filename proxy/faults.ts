import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Clock } from '../contract/clock.ts'
import { type Fault, faultSchema } from '../contract/wire/fault.ts'
import { ORDERED_FAULTS, type OrderedFault } from '../contract/wire/ordered-fault.ts'
import { lose } from '../mock-server/message/answer.ts'
import type { Answer } from './shape.ts'
import { inOnePiece, inTurn } from './upstream.ts'

/** A fault that strikes a request, and the name that it was ordered by, if it was. */
export type Strike = Pick<Fault, 'at' | 'does'> & { readonly ordered?: OrderedFault }

export type Script = readonly Fault[]

export function strikeOf(ordered: OrderedFault): Strike {
  const { at, does } = ORDERED_FAULTS[ordered]
  return { at, does, ordered }
}

export function reachesTarget(strike: Strike | undefined): boolean {
  return strike?.at !== 'before-recording' || strike.does.kind === 'stall'
}

/** A proxy that can't be opened as it was asked for: names what was found, and what to do. */
export class ProxySetupError extends Error {
  override readonly name = 'ProxySetupError'
}

const OF_A_MOCK = ['course', 'laterCourse', 'price', 'extraFields', 'revokesKey', 'restarts']

const scripted = z.object({
  sku: z.string().min(1).max(64),
  name: z.string().optional(),
  faults: z.array(faultSchema).min(1),
})

/**
 * The faults of a scenario file, by the SKU of a real card.
 *
 * @param json an array of `{ "sku", "faults" }`.
 * @throws {ProxySetupError} also for what a real service decides itself: its course, price, settlement and revocation.
 */
export function parseScripts(json: unknown, source: string): ReadonlyMap<string, Script> {
  if (!Array.isArray(json)) throw new ProxySetupError(`${source}: expected an array of {"sku", "faults"}.`)
  const scripts = json.map((entry, index) => {
    const name = OF_A_MOCK.find((member) => Object.hasOwn(Object(entry), member))
    if (name !== undefined)
      throw new ProxySetupError(
        `${source}: found ${name} in entry ${index + 1}. A real service decides that itself: a proxy can only lose, delay and refuse. Leave it out.`,
      )
    const read = scripted.safeParse(entry)
    const issue = read.error?.issues[0]
    if (!read.success)
      throw new ProxySetupError(
        `${source}: entry ${index + 1} at ${issue?.path.join('.')}: expected ${issue?.message}.`,
      )
    if (read.data.faults.some(({ does }) => does.kind === 'refuse' && does.cause === 'withdrawn-sku'))
      throw new ProxySetupError(
        `${source}: found the cause withdrawn-sku in entry ${index + 1}, which a real catalogue decides.`,
      )
    return [read.data.sku, read.data.faults] as const
  })
  return new Map(scripts)
}

/** Whether a client still waits for its answer. It may be a later one's turn first, where it has no socket yet. */
function isWaitedFor({ destroyed, closed, socket }: ServerResponse): boolean {
  return !destroyed && !closed && socket?.destroyed !== true
}

export function held(response: ServerResponse, clock: Clock, seconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (!isWaitedFor(response)) resolve()
  const cancel = clock.after(seconds * 1000, resolve)
  response.once('close', resolve)
  return promise.finally(() => {
    cancel()
    response.off('close', resolve)
  })
}

/** Hands an answer to the client as the fault that strikes it has it; without an answer, it loses the connection. */
export async function deliver(
  response: ServerResponse,
  answer: Answer | undefined,
  strike: Strike | undefined,
  clock: Clock,
): Promise<void> {
  const loss = strike?.does.kind === 'reset' ? 'reset' : 'close'
  if (answer === undefined) return lose(response, loss)
  if (strike?.at === 'in-answer' && answer.body.length > 0)
    return sendInPart(response, answer, strike.does, clock)
  if (strike?.at === 'after-recording') {
    if (strike.does.kind !== 'stall') return lose(response, loss)
    await held(response, clock, strike.does.seconds)
  }
  inTurn(() => {
    if (!isWaitedFor(response)) return
    begin(response, answer)
    response.end(...inOnePiece(answer.body))
  })
}

function begin(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 || status === 304 ? [] : ['Content-Length', String(body.length)]
  // Written as they came: Node would join or re-order the members of an object.
  response.writeHead(status, [...headers, ...length])
}

/** No platform sends more single bytes in a second than this without joining them. */
const STEP_MS = 5

/** Hands an answer on in two halves, the second one late or never, or in as many pieces as can leave in its seconds. */
async function sendInPart(
  response: ServerResponse,
  answer: Answer,
  does: Strike['does'],
  clock: Clock,
): Promise<void> {
  const { body } = answer
  const seconds = 'seconds' in does ? does.seconds : 0
  const isDribbled = does.kind === 'dribble'
  const pieces = isDribbled ? Math.min(body.length, Math.ceil((seconds * 1000) / STEP_MS)) : 2
  const loss = does.kind === 'reset' || does.kind === 'close' ? does.kind : undefined
  for (let piece = 0; piece < pieces; piece += 1) {
    if (isDribbled || piece > 0) await held(response, clock, isDribbled ? seconds / pieces : seconds)
    if (!isWaitedFor(response)) return
    if (piece === 0) begin(response, answer)
    const [from, to] = [piece, piece + 1].map((index) => Math.ceil((index * body.length) / pieces))
    response.write(body.subarray(from, to), () => loss && lose(response, loss))
    if (loss !== undefined) return
  }
  response.end()
}
