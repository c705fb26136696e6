import type { Fault } from '../../contract/wire/fault.ts'
import type { OrderedFault } from '../../contract/wire/ordered-fault.ts'
import type { OperationCall } from '../call/call.ts'
import type { Outcome } from '../call/outcome.ts'
import { NO_ANSWER, type NoAnswer } from '../message/complete-answer.ts'
import { lose } from '../message/connection.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import { held } from './delayed-response.ts'
import { scriptedRefusal } from './scripted-refusal.ts'

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
