import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Fault } from '../../contract/wire/fault.ts'
import type { OrderedFault } from '../../contract/wire/ordered-fault.ts'
import {
  type CompleteAnswer,
  firstHalf,
  lose,
  loseInAnswer,
  NO_ANSWER,
  type NoAnswer,
  type Reply,
  type StreamedAnswer,
} from '../message/answer.ts'
import {
  type AdmittedCall,
  type Call,
  callerAccount,
  enterSandbox,
  type OperationCall,
  type Outcome,
} from '../respond/call.ts'
import { unknownSku } from '../respond/explain/order-problems.ts'
import type { Refused } from '../respond/problem-types.ts'
import type { MaybePromise } from '../store/store.ts'

type Operate = () => MaybePromise<Outcome | NoAnswer>
type RequestWithFault = {
  readonly fault: Fault | undefined
  /** The name by which the fault was ordered; without one, it is that of the card's scenario. */
  readonly ordered?: OrderedFault | undefined
  readonly sku: string
}

/** Runs an operation with a fault: its order is recorded, or not, when it runs; `deliver` applies the fault to the answer. */
export async function injectFault(
  call: OperationCall,
  { fault, ordered, sku }: RequestWithFault,
  operate: Operate,
): Promise<Outcome | NoAnswer> {
  if (fault === undefined) return operate()
  const { at, does } = fault
  call.recording.fault({ at, does: does.kind, ...(ordered !== undefined && { ordered }) })
  const refusal = does.kind === 'refuse' ? scriptedRefusal(does, sku, ordered) : undefined
  if (at === 'before-recording') return refusal ?? beforeRecording(call, does, operate)
  const outcome = await operate()
  return refusal ?? (outcome === NO_ANSWER ? outcome : { ...outcome, fault })
}

async function beforeRecording(
  call: OperationCall,
  does: Fault['does'],
  operate: Operate,
): Promise<Outcome | NoAnswer> {
  if (does.kind === 'stall') return (await held(call, does.seconds)) ? operate() : NO_ANSWER
  const { connection } = call.inbound
  if (connection !== undefined) lose(connection, does.kind === 'reset' ? 'reset' : 'close')
  return NO_ANSWER
}

export function hasFaults({ faults }: Pick<Scenario, 'faults'>, on: Fault['on']): boolean {
  return faults.some((fault) => fault.on === on)
}

/** Whether the transport of a call can show a fault: without a connection none can be lost. */
export function fits({ inbound }: OperationCall, { does }: Fault): boolean {
  return inbound.connection !== undefined || (does.kind !== 'reset' && does.kind !== 'close')
}

type ScriptedRefusal = Extract<Fault['does'], { kind: 'refuse' }>

function scriptedRefusal(
  { cause, retryAfterSeconds }: ScriptedRefusal,
  sku: string,
  ordered?: OrderedFault,
): Refused {
  const source = ordered === undefined ? "This card's scenario" : `The fault ${ordered} that was ordered`
  if (cause === 'withdrawn-sku') return unknownSku('createOrder', sku)
  return {
    code: cause,
    detail: `${source} ${DETAILS[cause]}`,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

const NOTHING_SAID =
  'This does not say that nothing was bought: look the reference up, or send the identical body again.'

const DETAILS = {
  'rate-limited': 'answers that this is a call too many. Wait, then send it again.',
  unavailable: `answers that the service is unavailable. ${NOTHING_SAID}`,
  'internal-error': `answers that the service failed. ${NOTHING_SAID}`,
  'bad-gateway': `answers as a gateway whose service is silent. ${NOTHING_SAID}`,
} as const

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

/** Delays an answer, by the clock of its key. Whether the caller still waits for it. */
async function held(call: AdmittedCall, seconds: number): Promise<boolean> {
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

function heldHalfway({ body }: CompleteAnswer, seconds: number): readonly Piece[] {
  const bytes = new TextEncoder().encode(body)
  const half = firstHalf(bytes)
  return [
    { afterMs: 0, bytes: half },
    { afterMs: seconds * 1000, bytes: bytes.subarray(half.byteLength) },
  ]
}

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
