import type { AdmittedCall, Call, OperationCall } from '../call/call.ts'
import { tellOutage } from '../call/outage.ts'
import type { Answer, Reply } from '../message/answer.ts'
import type { RequestBody } from '../message/request-body.ts'
import { failed, refuse, refuseMalformedBody, unavailable } from '../respond/respond.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { identify, refuseAdmission, refuseUnknown } from './authenticate.ts'
import { OPERATIONS } from './reads.ts'

/**
 * Answers a call whose body has arrived, whatever it is: at once, where nothing has to be waited for. Never throws or
 * rejects.
 */
export function answerCall(call: Call, body: RequestBody): MaybePromise<Reply> {
  try {
    const reply = replyTo(call, body)
    return reply instanceof Promise ? reply.catch((fault) => replyToFault(call, fault)) : reply
  } catch (fault) {
    return replyToFault(call, fault)
  }
}

function replyToFault(call: Call, fault: unknown): Answer {
  if (fault instanceof StoreUnavailableError) {
    tellOutage(call.mock.store, fault)
    return unavailable(call)
  }
  return failed(call, fault instanceof Error ? fault : new Error(String(fault)))
}

function replyTo(call: Call, body: RequestBody): MaybePromise<Reply> {
  call.body = body
  if (body.kind === 'text') call.recording.body(body.text)
  const isKnown = identify(call)
  if (body.kind === 'malformed') return refuseMalformedBody(call, body.status)
  if (!isKnown) return refuseUnknown(call)
  return chain(refuseAdmission(call), (refusal) => {
    if (refusal !== undefined) return refusal
    return isOperation(call) ? OPERATIONS[call.operation](call) : refuseUnknownOperation(call)
  })
}

function isOperation(call: AdmittedCall): call is OperationCall {
  return call.operation !== undefined
}

function refuseUnknownOperation(call: Call): Answer {
  const known = Object.values(call.mock.operations).map(({ method, path }) => `${method} ${path}`)
  const detail = `This ${call.inbound.method} is no operation of the reference. Its operations are: ${known.join(', ')}.`
  return refuse(call, { code: 'unknown-operation', detail })
}
