import { identify, refuseAdmission, refuseUnknown } from './admission.ts'
import { isStreamed, type Reply } from './answer.ts'
import type { AdmittedCall, Call, OperationCall } from './call.ts'
import { watchDelivery } from './delivery.ts'
import { OPERATIONS } from './operations.ts'
import { failed, refuse, unavailable } from './respond.ts'
import { StoreUnavailableError } from './store.ts'

/** Answers a call, whatever it is. Never rejects. */
export async function answerCall(call: Call): Promise<Reply> {
  const { connection } = call.inbound
  if (connection !== undefined) watchDelivery(connection, call.recording)
  const reply = await replyTo(call)
  if (connection === undefined && !isStreamed(reply))
    call.recording.deliver(call.inbound.gone.aborted ? 'lost' : 'delivered')
  return reply
}

async function replyTo(call: Call): Promise<Reply> {
  try {
    return await served(call)
  } catch (fault) {
    if (fault instanceof StoreUnavailableError) return unavailable(call)
    return failed(call, fault instanceof Error ? fault : new Error(String(fault)))
  }
}

async function served(call: Call): Promise<Reply> {
  const reading = call.inbound.readBody(call.mock.profile.limits.bodyBytes)
  call.body = reading instanceof Promise ? await reading : reading
  if (call.body.kind === 'text') call.recording.body(call.body.text)
  if (!identify(call)) return refuseUnknown(call)
  const refusing = refuseAdmission(call)
  const refusal = refusing instanceof Promise ? await refusing : refusing
  if (refusal !== undefined) return refusal
  return isOperation(call) ? OPERATIONS[call.operation](call) : refuseUnknownOperation(call)
}

function isOperation(call: AdmittedCall): call is OperationCall {
  return call.operation !== undefined
}

function refuseUnknownOperation(call: Call): Reply {
  const known = Object.values(call.mock.operations).map(({ method, path }) => `${method} ${path}`)
  const detail = `This ${call.inbound.method} is no operation of the reference. Its operations are: ${known.join(', ')}.`
  return refuse(call, { code: 'unknown-operation', detail })
}
