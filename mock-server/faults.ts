import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Fault } from '../contract/wire/fault.ts'
import type { OrderedFault } from '../contract/wire/ordered-fault.ts'
import { type Answer, callerAccount, decide, type Outcome, respond, send } from './answers.ts'
import { ConnectionLost, type Loss } from './connection-lost.ts'
import type { Outgoing } from './message/request.ts'
import { scriptedRefusal } from './refusals.ts'
import type { MockContext } from './sandbox/mock.ts'

/** The fault that meets a request. */
export type Met = {
  readonly fault: Fault
  /** The name by which it was ordered; without one, it is that of the card's scenario. */
  readonly ordered?: OrderedFault | undefined
  readonly sku: string
}

export function hasFaults({ faults }: Pick<Scenario, 'faults'>, on: Fault['on']): boolean {
  return faults.some((fault) => fault.on === on)
}

/** Whether the transport of a call can show a fault: MSW can't deliver an answer that is cut. */
export function canShow(c: MockContext, { at, does }: Fault): boolean {
  return at !== 'in-answer' || (does.kind !== 'reset' && does.kind !== 'close') || c.env?.canCut !== false
}

/** Runs an operation, and answers as the fault says that meets it. An order is recorded when the operation runs. */
export async function withFault(
  c: MockContext,
  met: Met | undefined,
  operate: () => Promise<Outcome>,
): Promise<Response> {
  if (met === undefined) return respond(c, await operate())
  const { fault, ordered, sku } = met
  const { at, does } = fault
  c.get('entry').note({ fault: { at, does: does.kind, ...(ordered !== undefined && { ordered }) } })
  if (at === 'before-recording') {
    if (does.kind === 'refuse') return respond(c, scriptedRefusal(does, sku, ordered))
    if (does.kind === 'stall') return (await hold(c, does.seconds)) ? respond(c, await operate()) : abandon(c)
    if (does.kind !== 'dribble') return lose(c, does.kind)
  }
  const outcome = await operate()
  if (does.kind === 'refuse') return respond(c, scriptedRefusal(does, sku, ordered))
  return deliver(c, decide(c, outcome), fault)
}

/** Sends a decided answer as its fault says: late, in pieces, in part, or not at all. */
async function deliver(c: MockContext, answer: Answer, { at, does }: Fault): Promise<Response> {
  if (does.kind === 'refuse') return send(c, answer)
  if (does.kind === 'dribble') return inPieces(c, answer, oneByOne(answer, does.seconds))
  if (does.kind !== 'stall') return at === 'in-answer' ? breakOff(c, answer, does.kind) : lose(c, does.kind)
  if (at === 'in-answer') return inPieces(c, answer, heldHalfway(answer, does.seconds))
  return (await hold(c, does.seconds)) ? send(c, answer) : abandon(c)
}

/** Loses the answer of a call: the connection, or in-process the promise of its caller. */
function lose(c: MockContext, loss: Loss): Response {
  const outgoing = c.env?.outgoing
  if (outgoing !== undefined) {
    loseConnection(outgoing, loss)
    return alreadySent()
  }
  c.get('entry').deliver('lost')
  throw new ConnectionLost(loss)
}

/** Sends the first half of an answer, and no more. */
function breakOff(c: MockContext, { status, headers, body }: Answer, loss: Loss): Response {
  const half = firstHalf(new TextEncoder().encode(body))
  const outgoing = c.env?.outgoing
  if (outgoing !== undefined) {
    outgoing.writeHead(status, headers)
    outgoing.write(half, () => loseConnection(outgoing, loss))
    return alreadySent()
  }
  c.get('entry').deliver('cut')
  let isSent = false
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (isSent) return controller.error(new ConnectionLost(loss, 'terminated'))
    isSent = true
    controller.enqueue(half)
  }
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status, headers })
}

/** Loses a connection when it is the turn of this answer: earlier answers leave first. */
function loseConnection(outgoing: Outgoing, loss: Loss): void {
  const { socket } = outgoing
  if (socket === null) outgoing.on('socket', () => loseConnection(outgoing, loss))
  else if (loss === 'reset' && socket.resetAndDestroy !== undefined) socket.resetAndDestroy()
  else socket.destroy()
}

let sent: Response | undefined

/** As the `RESPONSE_ALREADY_SENT` of `@hono/node-server`, but made when it is needed: it would delay the start. */
function alreadySent(): Response {
  sent ??= new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  // A response whose body was never read takes a faster path, which ignores the header.
  void sent.body
  return sent
}

/** Ends a call whose caller has gone. */
function abandon(c: MockContext): Response {
  if (c.env?.outgoing !== undefined) return alreadySent()
  c.get('entry').deliver('lost')
  throw c.req.raw.signal.reason
}

/** Waits by the clock of the key. Resolves with whether the caller still waits. */
async function hold(c: MockContext, seconds: number): Promise<boolean> {
  const { store, timers } = c.get('mock')
  const gone = c.req.raw.signal
  const { now } = await store.enter(callerAccount(c))
  if (gone.aborted) return false
  return new Promise((resolve) => {
    const callOff = timers.at(callerAccount(c), now + seconds * 1000, () => {
      resolve(!gone.aborted)
      // A clock command is answered when this answer has left.
      return c.get('entry').completed
    })
    gone.addEventListener('abort', () => {
      callOff()
      resolve(false)
    })
  })
}

/** Some bytes of an answer, and when they leave, by the clock of its key. */
type Piece = { readonly afterMs: number; readonly bytes: Uint8Array }

/** The first half of some bytes; never all of them. */
function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.byteLength / 2))
}

function heldHalfway({ body }: Answer, seconds: number): readonly Piece[] {
  const bytes = new TextEncoder().encode(body)
  const half = firstHalf(bytes)
  return [
    { afterMs: 0, bytes: half },
    { afterMs: seconds * 1000, bytes: bytes.subarray(half.byteLength) },
  ]
}

function oneByOne({ body }: Answer, seconds: number): readonly Piece[] {
  const bytes = new TextEncoder().encode(body)
  const stepMs = (seconds * 1000) / bytes.byteLength
  return Array.from(bytes, (byte, index) => ({ afterMs: (index + 1) * stepMs, bytes: Uint8Array.of(byte) }))
}

async function inPieces(
  c: MockContext,
  { status, headers }: Answer,
  pieces: readonly Piece[],
): Promise<Response> {
  const { store, timers } = c.get('mock')
  const entry = c.get('entry')
  const gone = c.req.raw.signal
  const hasConnection = c.env?.outgoing !== undefined
  const { now: began } = await store.enter(callerAccount(c))
  let callOffs: (() => void)[] = []
  const stop = () => {
    for (const callOff of callOffs) callOff()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const leave = () => {
        stop()
        // A lost connection records its end itself, and cancels the stream.
        if (hasConnection) return
        controller.error(gone.reason)
        entry.deliver('cut')
      }
      if (gone.aborted) return leave()
      gone.addEventListener('abort', leave)
      callOffs = pieces.map(({ afterMs, bytes }, index) =>
        timers.at(callerAccount(c), began + afterMs, () => {
          controller.enqueue(bytes)
          if (index < pieces.length - 1) return undefined
          controller.close()
          if (!hasConnection) entry.deliver('delivered')
          return entry.completed
        }),
      )
    },
    cancel() {
      stop()
      entry.deliver('cut')
    },
  })
  // Without the header, the server would buffer what is there and announce its length.
  return new Response(body, { status, headers: { ...headers, 'Transfer-Encoding': 'chunked' } })
}
