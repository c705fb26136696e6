import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Fault } from '../../contract/wire/fault.ts'
import type { OrderedFault } from '../../contract/wire/ordered-fault.ts'
import { lose, NO_ANSWER, type NoAnswer } from '../message/answer.ts'
import type { OperationCall, Outcome, Refused } from '../respond/call.ts'
import { unknownSku } from '../respond/explain/order-problems.ts'
import type { MaybePromise } from '../store/store.ts'
import { held } from './deliver.ts'

/** Runs an operation, which records its order, and returns its outcome. */
type Operate = () => MaybePromise<Outcome | NoAnswer>
/** A request about a card, and its fault, if it has one. */
type RequestWithFault = {
  readonly fault: Fault | undefined
  /** The name by which the fault was ordered; without one, it is that of the card's scenario. */
  readonly ordered?: OrderedFault | undefined
  readonly sku: string
}

/**
 * Runs an operation with a fault. The order is recorded, or not, when `operate` runs; `deliver` later applies the fault
 * to the answer.
 */
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

/** An operation that can have a fault. */
type FaultyOperation = Fault['on']

/** Whether requests of an operation can have a fault. */
export function hasFaults({ faults }: Pick<Scenario, 'faults'>, on: FaultyOperation): boolean {
  return faults.some((fault) => fault.on === on)
}

/** Whether the transport of a call can show a fault: without a connection none can be lost. */
export function fits({ inbound }: OperationCall, { does }: Fault): boolean {
  return inbound.connection !== undefined || (does.kind !== 'reset' && does.kind !== 'close')
}

type ScriptedRefusal = Extract<Fault['does'], { kind: 'refuse' }>

/** The scripted refusal of a purchase or lookup of a card, by its scenario or by a fault that was ordered. */
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
