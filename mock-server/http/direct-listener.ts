import type { IncomingMessage, ServerResponse } from 'node:http'
import { Call } from '../call/call.ts'
import { NO_BODY, type RequestBody } from '../message/request-body.ts'
import { answerCall } from '../operations/handle-call.ts'
import type { Mock } from '../sandbox/mock.ts'
import { chain } from '../store/maybe-promise.ts'
import { watchDelivery } from './delivery.ts'
import { DirectInbound, takeBody } from './node-exchange.ts'
import { NO_PARAMETERS, operationFinder } from './operation-finder.ts'
import { sendReply } from './send-reply.ts'

/** Answers a request of node:http, if it is one that it knows. @returns whether it is. */
export type DirectListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** A path without anything that a URL could write otherwise: no escape, no dot segment, no query. */
const PLAIN_PATH = /^(?:\/(?!\.\.?(?:\/|$))[\w!$&'()*+,\-.:;=@~]*)+$/

/**
 * Answers the plain requests of the operations without the detour of a `Request`: the same calls, the same answers, and
 * the same journal as through the app, at a fraction of the cost. Whatever is unusual about a request, its path or the
 * framing of its body, is left to the app.
 */
export function directListener(mock: Mock): DirectListener {
  const find = operationFinder(Object.values(mock.operations))
  const { bodyBytes } = mock.profile.limits
  return (incoming, outgoing) => {
    const { method = '', url = '' } = incoming
    const found = find(method, url)
    if (found === undefined || !isPlain(incoming, bodyBytes)) return false
    // Without a parameter, it is the very path of the operation.
    if (found.parameters !== NO_PARAMETERS && !PLAIN_PATH.test(url)) return false
    answerOver(outgoing, new Call(mock, new DirectInbound(incoming, outgoing, found.parameters), found.id))
    return true
  }
}

function answerOver(outgoing: ServerResponse, call: Call): void {
  watchDelivery(outgoing, call.recording)
  const answer = (body: RequestBody) =>
    void chain(answerCall(call, body), (reply) => sendReply(outgoing, reply))
  if (call.inbound.method === 'GET') answer(NO_BODY)
  else takeBody(outgoing, answer)
}

function isPlain({ method, headers }: IncomingMessage, bodyBytes: number): boolean {
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined) return false
  const length = headers['content-length']
  if (method === 'GET') return length === undefined
  return method === 'POST' && length !== undefined && Number(length) <= bodyBytes
}
