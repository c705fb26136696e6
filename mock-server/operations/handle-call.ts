import type { OperationId } from '../../contract/wire/operations.ts'
import type { AdmittedCall, Call, OperationCall } from '../call/call.ts'
import type { Outcome, Refused } from '../call/outcome.ts'
import { deliver } from '../faults/deliver.ts'
import { NO_ANSWER, type NoAnswer, type Reply } from '../message/complete-answer.ts'
import type { RequestBody } from '../message/request-body.ts'
import { askedOf } from '../respond/explain/asked.ts'
import { unknownKey } from '../respond/explain/key.ts'
import { unknownOperation } from '../respond/explain/operation.ts'
import { malformedRequest } from '../respond/malformed-request.ts'
import { mockFault } from '../respond/mock-fault.ts'
import { respond } from '../respond/respond.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import { reportOutage } from '../store/outage.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { admit } from './admit.ts'
import { authenticate } from './authenticate.ts'
import { createOrder } from './create-order.ts'
import { lookupOrder } from './lookup-order.ts'
import { getBalance, getPrice, listProducts, ping } from './reads.ts'

type Operate = (call: OperationCall) => MaybePromise<Outcome | NoAnswer>

const OPERATIONS: { readonly [Id in OperationId]: Operate } = {
  ping,
  listProducts,
  getPrice,
  getBalance,
  createOrder,
  lookupOrder,
}

/** Answers a call whose body has arrived; synchronously if possible. Never throws or rejects. */
export function handleCall(call: Call, body: RequestBody): MaybePromise<Reply> {
  try {
    const reply = chain(outcomeOf(call, body), (outcome) => replyWith(call, outcome))
    return reply instanceof Promise ? reply.catch((error) => respond(call, failure(call, error))) : reply
  } catch (error) {
    return respond(call, failure(call, error))
  }
}

function outcomeOf(call: Call, body: RequestBody): MaybePromise<Outcome | NoAnswer> {
  call.body = body
  if (body.kind === 'text') call.recording.body(body.text)
  const isKnown = authenticate(call)
  if (body.kind === 'malformed') return malformedRequest(body.status)
  if (!isKnown) return unknownKey(askedOf(call), call.mock)
  return chain(admit(call), (refused) => refused ?? operate(call))
}

function operate(call: AdmittedCall): MaybePromise<Outcome | NoAnswer> {
  return isOperation(call) ? OPERATIONS[call.operation](call) : unknownOperation(askedOf(call), call.mock)
}

function isOperation(call: AdmittedCall): call is OperationCall {
  return call.operation !== undefined
}

function replyWith(call: Call, outcome: Outcome | NoAnswer): MaybePromise<Reply> {
  if (outcome === NO_ANSWER) return NO_ANSWER
  const answer = respond(call, outcome)
  return outcome.fault === undefined ? answer : deliver(call, answer, outcome.fault)
}

/** The outcome of a call that could not be answered: an outage of the store, or a fault of the mock. */
function failure({ mock }: Call, error: unknown): Refused {
  if (!(error instanceof StoreUnavailableError)) return mockFault(error, mock.onFault)
  reportOutage(mock.store, error, mock.onFault)
  const detail =
    "The service can't reach its records. This does not say that nothing was bought: look the reference up, or send the identical body again."
  return { code: 'unavailable', detail }
}
