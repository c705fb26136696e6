import type { ServerResponse } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import { lose } from '../mock-server/message/answer.ts'
import type { Strike } from './faults.ts'
import { type Answer, inTurn } from './upstream.ts'

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

/** Hands a whole answer to the client. Its head is written with its body: who leaves before has got nothing of it. */
export function send(response: ServerResponse, answer: Answer): void {
  inTurn(() => {
    if (!isWaitedFor(response)) return
    if (begin(response, answer)) response.end(answer.body, 'latin1')
    else response.end()
  })
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
  const loss = does.kind === 'reset' || does.kind === 'close' ? does.kind : undefined
  for (const { afterSeconds, bytes } of piecesOf(body, does)) {
    if (afterSeconds > 0) await held(response, clock, afterSeconds)
    if (!isWaitedFor(response)) return
    if (!response.headersSent) begin(response, answer)
    response.write(bytes, () => loss && lose(response, loss))
  }
  if (loss === undefined) response.end()
}

/** Writes a head; returns whether a body follows. */
function begin(response: ServerResponse, { status, headers, body }: Answer): boolean {
  const hasBody = status !== 204 && status !== 304
  // Written as they came: Node would join or re-order the members of an object.
  response.writeHead(status, hasBody ? [...headers, 'Content-Length', String(body.length)] : [...headers])
  return hasBody
}

/** Some bytes of an answer, and how long after those before them they leave. */
type Piece = { readonly afterSeconds: number; readonly bytes: Uint8Array }

/** No platform sends more single bytes in a second than this without joining them. */
const STEP_MS = 5

function piecesOf(body: Buffer, does: Strike['does']): readonly Piece[] {
  if (does.kind !== 'dribble') {
    const half = Math.max(1, body.length >> 1)
    const first = { afterSeconds: 0, bytes: body.subarray(0, half) }
    return does.kind === 'stall'
      ? [first, { afterSeconds: does.seconds, bytes: body.subarray(half) }]
      : [first]
  }
  const steps = Math.min(body.length, Math.ceil((does.seconds * 1000) / STEP_MS))
  return Array.from({ length: steps }, (_, step) => {
    const [from, to] = [step, step + 1].map((index) => Math.floor((index * body.length) / steps))
    return { afterSeconds: does.seconds / steps, bytes: body.subarray(from, to) }
  })
}
