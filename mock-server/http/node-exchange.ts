import type { IncomingMessage, ServerResponse } from 'node:http'
import { NO_ANSWER, type Reply, type StreamedAnswer } from '../message/answer.ts'
import {
  addressOf,
  BodyReader,
  bodyFromHead,
  type Inbound,
  type RequestBody,
  requestTargetOf,
} from '../message/request.ts'
import { handleCall } from '../operations/handle-call.ts'
import { Call, type RoutedOperation } from '../respond/call.ts'
import type { Mock, MockContext } from '../sandbox/mock.ts'
import { chain } from '../store/store.ts'
import { alreadySent, watchDelivery } from './delivery.ts'

type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

/**
 * Reads the request from node:http, and writes the answer there: of what is returned, `@hono/node-server` writes
 * nothing.
 */
export function answerOverSocket(c: MockContext, mock: Mock, operation: RoutedOperation): Response {
  // The objects of `@hono/node-server`; the transport's type has only their common part.
  const exchange = c.env as Exchange
  const { incoming, outgoing } = exchange
  const call = new Call(mock, new NodeInbound(c, exchange), operation)
  watchDelivery(outgoing, call.recording)
  const answer = (body: RequestBody) => {
    if (incoming.rawTrailers.length > 0) call.recording.trailers(incoming.rawTrailers)
    chain(handleCall(call, body), (reply) => sendReply(outgoing, reply))
  }
  const head = {
    method: call.inbound.method,
    encoding: incoming.headers['content-encoding'],
    length: incoming.headers['content-length'],
    isChunked: incoming.headers['transfer-encoding'] !== undefined,
  }
  const { bodyBytes } = mock.profile.limits
  const known = bodyFromHead(head, bodyBytes)
  if (known === undefined) readBody(incoming, bodyBytes, answer)
  else answer(known)
  return alreadySent()
}

class NodeInbound implements Inbound {
  readonly method: string
  readonly connection: ServerResponse
  readonly #c: MockContext
  readonly #incoming: IncomingMessage
  #gone: AbortController | undefined

  constructor(c: MockContext, { incoming, outgoing }: Exchange) {
    this.method = c.req.method
    this.connection = outgoing
    this.#c = c
    this.#incoming = incoming
  }

  get target(): string {
    return requestTargetOf(this.#c.req.url)
  }

  get rawHeaders(): readonly string[] {
    return this.#incoming.rawHeaders
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }

  parameter(name: string): string | undefined {
    return this.#c.req.param(name)
  }

  query(name: string): string | undefined {
    return this.#c.req.query(name)
  }

  get peer(): string {
    return addressOf(this.#c.env)
  }

  get gone(): AbortSignal {
    this.#gone ??= abortedOnClose(this.connection)
    return this.#gone.signal
  }
}

function abortedOnClose(outgoing: ServerResponse): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!outgoing.writableFinished) controller.abort(new Error('The caller has gone.'))
  }
  if (outgoing.closed) abort()
  else outgoing.on('close', abort)
  return controller
}

/** Reads a body, and passes it on once: when it is complete, too large, or can't be read any further. */
function readBody(incoming: IncomingMessage, limit: number, take: (body: RequestBody) => void): void {
  const reader = new BodyReader(limit)
  let isTaken = false
  const takeOnce = (body: RequestBody) => {
    if (isTaken) return
    isTaken = true
    take(body)
  }
  incoming.on('data', (chunk: Buffer) => {
    if (reader.add(chunk)) return
    incoming.pause()
    takeOnce(reader.end())
  })
  incoming.on('end', () => takeOnce(reader.end()))
  incoming.on('close', () => takeOnce({ kind: 'cut' }))
}

function sendReply(outgoing: ServerResponse, reply: Reply): void {
  if (reply === NO_ANSWER || outgoing.destroyed) return
  const { status, headers, body } = reply
  if (typeof body !== 'string') return void sendPieces(outgoing, { status, headers, body })
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

/** When the caller disconnects, no more pieces come: their producer listens to that as well. */
async function sendPieces(
  outgoing: ServerResponse,
  { status, headers, body }: StreamedAnswer,
): Promise<void> {
  const reader = body.getReader()
  outgoing.writeHead(status, { ...headers, 'Transfer-Encoding': 'chunked' })
  outgoing.flushHeaders()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) outgoing.write(piece.value)
  outgoing.end()
}
