import type { Fault } from '../../contract/scenario/fault.ts'
import type { OperationCall } from '../call/call.ts'
import { type Answer, type Reply, SETTLED } from '../message/answer.ts'
import { lose, loseInAnswer } from '../message/connection.ts'
import { refuse } from '../respond/respond.ts'
import { dribbled, held, heldHalfway } from './delayed-response.ts'
import { scriptedRefusal } from './scripted-refusal.ts'

/** What answers a request, and records its order on the way. */
type Answering = () => Promise<Answer>
type Effect = Fault['does']
/** A request about a card, and the fault that it meets, if it does. */
type RequestWithFault = { readonly fault: Fault | undefined; readonly sku: string }

/**
 * Answers a request as its fault has it. Whatever becomes of the answer, the order is recorded, or not, when
 * `answering` runs: never when a held answer is let go.
 */
export async function injectFault(
  call: OperationCall,
  { fault, sku }: RequestWithFault,
  answering: Answering,
): Promise<Reply> {
  if (fault === undefined) return answering()
  call.recording.fault({ at: fault.at, does: fault.does.kind })
  if (fault.at === 'in-answer') return inAnswer(call, fault.does, await answering())
  return beforeAnswer(
    call,
    { does: fault.does, sku },
    fault.at === 'before-recording' ? answering : ready(await answering()),
  )
}

function ready(answer: Answer): Answering {
  return async () => answer
}

async function beforeAnswer(
  call: OperationCall,
  { does, sku }: { does: Effect; sku: string },
  answering: Answering,
): Promise<Reply> {
  if (does.kind === 'refuse') return refuse(call, scriptedRefusal(does, sku))
  if (does.kind !== 'stall') return lost(call, does.kind)
  const isAwaited = await held(call, does.seconds)
  return isAwaited ? answering() : SETTLED
}

async function inAnswer(call: OperationCall, does: Effect, answer: Answer): Promise<Reply> {
  if (does.kind === 'dribble') return dribbled(call, answer, does.seconds)
  if (does.kind === 'stall') return heldHalfway(call, answer, does.seconds)
  const outgoing = call.inbound.connection
  if (outgoing === undefined || does.kind === 'refuse') return answer
  loseInAnswer(outgoing, answer, does.kind)
  return SETTLED
}

function lost(call: OperationCall, kind: 'reset' | 'close' | 'dribble'): Reply {
  const outgoing = call.inbound.connection
  if (outgoing !== undefined) lose(outgoing, kind === 'reset' ? 'reset' : 'close')
  return SETTLED
}
