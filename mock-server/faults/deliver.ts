import type { Fault } from '../../contract/wire/fault.ts'
import type { AdmittedCall, Call } from '../call/call.ts'
import { type CompleteAnswer, NO_ANSWER, type Reply } from '../message/complete-answer.ts'
import { lose, loseInAnswer } from '../message/connection.ts'
import { dribbled, held, heldHalfway } from './delayed-response.ts'

/** Sends a recorded answer as its fault says: late, in pieces, in part, or not at all. */
export async function deliver(call: Call, answer: CompleteAnswer, { at, does }: Fault): Promise<Reply> {
  const { connection } = call.inbound
  // A refusal is not a delivery fault, and only admitted calls can have a fault.
  if (does.kind === 'refuse' || !isAdmitted(call)) return answer
  if (does.kind === 'dribble') return dribbled(call, answer, does.seconds)
  if (does.kind === 'stall') {
    if (at === 'in-answer') return heldHalfway(call, answer, does.seconds)
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
