import type { ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import { lose } from '../mock-server/message/answer.ts'
import type { Strike } from './faults.ts'
import { type Answer, sentTogether } from './upstream.ts'

/** Whether a client still waits for its answer. It may be a later one's turn first, where it has no socket yet. */
function isWaitedFor({ destroyed, closed, socket }: ServerResponse): boolean {
  return !destroyed && !closed && socket?.destroyed !== true
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

/** Hands a whole answer to the client. */
export function send(response: ServerResponse, answer: Answer): void {
  if (!isWaitedFor(response)) return
  sentTogether(response, begin(response, answer) ? answer.body : null)
}

/** Hands an answer to the client as a fault in mid-answer has it. */
export async function sendInPart(
  response: ServerResponse,
  answer: Answer,
  does: Strike['does'],
  clock: Clock,
): Promise<void> {
  const body = Buffer.from(answer.body, 'latin1')
  if (body.length === 0) return send(response, answer)
  if (!isWaitedFor(response)) return
  if (!begin(response, answer)) return void response.end()
  if (does.kind === 'dribble') return dribbled(response, body, does.seconds, clock)
  const half = Math.max(1, body.length >> 1)
  await new Promise((resolve) => response.write(body.subarray(0, half), resolve))
  if (does.kind === 'stall') {
    await held(response, clock, does.seconds)
    response.end(body.subarray(half))
  } else if (does.kind !== 'refuse') lose(response, does.kind)
}

/** Writes a head; returns whether a body follows. */
function begin(response: ServerResponse, { status, headers, body }: Answer): boolean {
  const hasBody = status !== 204 && status !== 304
  // Written as they came: Node would join or re-order the members of an object.
  response.writeHead(status, hasBody ? [...headers, 'Content-Length', String(body.length)] : [...headers])
  return hasBody
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
