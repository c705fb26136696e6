import type { Fault } from '../../contract/wire/fault.ts'
import {
  type CompleteAnswer,
  firstHalf,
  lose,
  loseInAnswer,
  NO_ANSWER,
  type Reply,
  type StreamedAnswer,
} from '../message/answer.ts'
import { type AdmittedCall, type Call, callerAccount, enterSandbox } from '../respond/call.ts'

/** Sends a recorded answer as its fault says: late, in pieces, in part, or not at all. */
export async function deliver(call: Call, answer: CompleteAnswer, { at, does }: Fault): Promise<Reply> {
  const { connection } = call.inbound
  // A refusal is not a delivery fault, and only admitted calls can have a fault.
  if (does.kind === 'refuse' || !isAdmitted(call)) return answer
  if (does.kind === 'dribble') return streamed(call, answer, oneByOne(answer, does.seconds))
  if (does.kind === 'stall') {
    if (at === 'in-answer') return streamed(call, answer, heldHalfway(answer, does.seconds))
    return (await held(call, does.seconds)) ? answer : NO_ANSWER
  }
  if (at !== 'in-answer') {
    if (connection !== undefined) lose(connection, does.kind)
    return NO_ANSWER
  }
  if (connection === undefined) return answer
  loseInAnswer(connection, answer, does.kind)
  return NO_ANSWER
}

function isAdmitted(call: Call): call is AdmittedCall {
  return call.partner !== undefined
}

/**
 * Delays an answer, by the clock of its key.
 *
 * @returns whether the caller still waits for it.
 */
export async function held(call: AdmittedCall, seconds: number): Promise<boolean> {
  const { now } = await enterSandbox(call)
  const { timers } = call.mock
  const { recording } = call
  const { gone } = call.inbound
  if (gone.aborted) return false
  return new Promise((resolve) => {
    const callOff = timers.at(callerAccount(call), now + seconds * 1000, () => {
      resolve(!gone.aborted)
      // An advance of the clock is answered when this answer has left.
      return recording.completed
    })
    gone.addEventListener('abort', () => {
      callOff()
      resolve(false)
    })
  })
}

/** Some bytes of an answer, and when they leave, by the clock of its key. */
type Piece = { readonly afterMs: number; readonly bytes: Uint8Array }

/** Its second half is delayed. */
function heldHalfway({ body }: CompleteAnswer, seconds: number): readonly Piece[] {
  const bytes = new TextEncoder().encode(body)
  const half = firstHalf(bytes)
  return [
    { afterMs: 0, bytes: half },
    { afterMs: seconds * 1000, bytes: bytes.subarray(half.byteLength) },
  ]
}

/** Its bytes are spread evenly over some seconds. */
function oneByOne({ body }: CompleteAnswer, seconds: number): readonly Piece[] {
  const bytes = new TextEncoder().encode(body)
  const stepMs = (seconds * 1000) / bytes.byteLength
  return Array.from(bytes, (byte, index) => ({ afterMs: (index + 1) * stepMs, bytes: Uint8Array.of(byte) }))
}

async function streamed(
  call: AdmittedCall,
  answer: CompleteAnswer,
  pieces: readonly Piece[],
): Promise<StreamedAnswer> {
  const { now: began } = await enterSandbox(call)
  const { recording, inbound } = call
  const { timers } = call.mock
  const { gone } = inbound
  const isConnected = inbound.connection !== undefined
  let callOffs: (() => void)[] = []
  const stop = () => {
    for (const callOff of callOffs) callOff()
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const leave = () => {
        stop()
        // A lost connection is recorded by its own watcher, and its stream is cancelled.
        if (isConnected) return
        controller.error(gone.reason)
        recording.deliver('cut')
      }
      if (gone.aborted) return leave()
      gone.addEventListener('abort', leave)
      callOffs = pieces.map(({ afterMs, bytes }, index) =>
        timers.at(callerAccount(call), began + afterMs, () => {
          controller.enqueue(bytes)
          if (index < pieces.length - 1) return undefined
          controller.close()
          if (!isConnected) recording.deliver('delivered')
          return recording.completed
        }),
      )
    },
    cancel() {
      stop()
      recording.deliver('cut')
    },
  })
  return { ...answer, body }
}
