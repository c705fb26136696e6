import type { ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import type { DeliveryOutcome } from '../contract/wire/exchange.ts'
import type { Strike } from './faults.ts'
import type { Reply } from './journal.ts'

/** Whether a client still waits for its answer. */
export function isWaitedFor(response: ServerResponse): boolean {
  return !response.destroyed && !response.closed && response.socket?.destroyed === false
}

/** Calls back with how far an answer got, once that is known. */
export function watchDelivery(response: ServerResponse, onKnown: (outcome: DeliveryOutcome) => void): void {
  let finished: DeliveryOutcome | undefined
  response.prependListener('finish', () => {
    finished = response.socket?.destroyed || response.socket?.errored ? 'cut' : 'delivered'
  })
  response.on('close', () => onKnown(finished ?? (response.headersSent ? 'cut' : 'lost')))
}

/** Waits by a clock, or until the client has left. */
export function held(response: ServerResponse, clock: Clock, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (!isWaitedFor(response)) return resolve()
    const leave = () => {
      cancel()
      resolve()
    }
    const cancel = clock.after(seconds * 1000, () => {
      response.off('close', leave)
      resolve()
    })
    response.once('close', leave)
  })
}

/** Ends a connection without an answer. */
export function loseConnection({ socket }: ServerResponse, kind: 'reset' | 'close'): void {
  if (kind === 'reset') socket?.resetAndDestroy()
  else socket?.destroy()
}

/** Hands an answer to the client: whole, or as a fault in mid-answer has it. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  does: Strike['does'] | undefined,
  clock: Clock,
): Promise<void> {
  if (!isWaitedFor(response)) return
  const { status, headers, body } = reply
  const hasBody = status !== 204 && status !== 304
  const length = hasBody ? ['Content-Length', String(body.length)] : []
  // Written as they came: Node would join or re-order the members of an object.
  response.writeHead(status, [...headers, ...length])
  // As text, it goes out in one piece with the headers; in Latin-1, its bytes are as they were.
  if (does === undefined || !hasBody || body.length === 0)
    return void (hasBody ? response.end(body.toString('latin1'), 'latin1') : response.end())
  if (does.kind === 'dribble') return dribbled(response, body, does.seconds, clock)
  const half = Math.max(1, body.length >> 1)
  await new Promise((resolve) => response.write(body.subarray(0, half), resolve))
  if (does.kind === 'stall') {
    await held(response, clock, does.seconds)
    response.end(body.subarray(half))
  } else if (does.kind !== 'refuse') loseConnection(response, does.kind)
}

/** No platform sends more single bytes in a second than this without joining them. */
const STEP_MS = 5

async function dribbled(
  response: ServerResponse,
  body: Buffer,
  seconds: number,
  clock: Clock,
): Promise<void> {
  response.socket?.setNoDelay(true)
  const steps = Math.min(body.length, Math.ceil((seconds * 1000) / STEP_MS))
  for (let step = 0; step < steps && isWaitedFor(response); step += 1) {
    await held(response, clock, seconds / steps)
    const [from, to] = [step, step + 1].map((index) => Math.floor((index * body.length) / steps))
    response.write(body.subarray(from, to))
  }
  response.end()
}
