import { NO_ANSWER, type Reply } from '../message/answer.ts'
import { addressOf, type Inbound, readRequestBody, requestTargetOf } from '../message/request.ts'
import { handleCall } from '../operations/handle-call.ts'
import { Call, type RoutedOperation } from '../respond/call.ts'
import type { Mock, MockContext } from '../sandbox/mock.ts'
import { alreadySent, handOver, watchDelivery } from './delivery.ts'

export async function answerInProcess(
  c: MockContext,
  mock: Mock,
  operation: RoutedOperation,
): Promise<Response> {
  const call = new Call(mock, inboundOf(c), operation)
  const { connection } = call.inbound
  if (connection !== undefined) watchDelivery(connection, call.recording)
  const body = await readRequestBody(c.req.raw, mock.profile.limits.bodyBytes)
  const reply = await handleCall(call, body)
  if (connection === undefined) handOver(call, reply)
  return responseOf(reply)
}

function inboundOf({ req, env }: MockContext): Inbound {
  const request = req.raw
  return {
    method: req.method,
    target: requestTargetOf(request.url),
    rawHeaders: [...request.headers].flat(),
    header: (name) => req.header(name),
    parameter: (name) => req.param(name),
    query: (name) => req.query(name),
    peer: addressOf(env),
    connection: env?.outgoing,
    get gone() {
      return request.signal
    },
  }
}

export function responseOf(reply: Reply): Response {
  if (reply === NO_ANSWER) return alreadySent()
  const { status, body } = reply
  if (typeof body === 'string') return new Response(body, { status, headers: reply.headers })
  // Without the header, a server would buffer the available parts and announce their length.
  return new Response(body, { status, headers: { ...reply.headers, 'Transfer-Encoding': 'chunked' } })
}
