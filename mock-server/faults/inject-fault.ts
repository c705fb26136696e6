import type { Fault } from '../../contract/wire/fault.ts'
import type { OperationCall } from '../call/call.ts'
import type { Outcome } from '../call/outcome.ts'
import { NO_ANSWER, type NoAnswer } from '../message/answer.ts'
import { lose } from '../message/connection.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import { held } from './delayed-response.ts'
import { scriptedRefusal } from './scripted-refusal.ts'

/** Runs an operation, which records its order, and returns its outcome. */
type Operate = () => MaybePromise<Outcome>
/** A request about a card, and its fault, if it has one. */
type RequestWithFault = { readonly fault: Fault | undefined; readonly sku: string }

/**
 * Runs an operation with a fault. The order is recorded, or not, when `operate` runs; `deliver` later applies the fault
 * to the answer.
 */
export async function injectFault(
  call: OperationCall,
  { fault, sku }: RequestWithFault,
  operate: Operate,
): Promise<Outcome | NoAnswer> {
  if (fault === undefined) return operate()
  const { at, does } = fault
  call.recording.fault({ at, does: does.kind })
  if (at === 'before-recording') return beforeRecording(call, { fault, sku }, operate)
  const outcome = await operate()
  return does.kind === 'refuse' ? scriptedRefusal(does, sku) : { ...outcome, fault }
}

async function beforeRecording(
  call: OperationCall,
  { fault: { does }, sku }: { readonly fault: Fault; readonly sku: string },
  operate: Operate,
): Promise<Outcome | NoAnswer> {
  if (does.kind === 'refuse') return scriptedRefusal(does, sku)
  if (does.kind === 'stall') return (await held(call, does.seconds)) ? operate() : NO_ANSWER
  const { connection } = call.inbound
  if (connection !== undefined) lose(connection, does.kind === 'reset' ? 'reset' : 'close')
  return NO_ANSWER
}
