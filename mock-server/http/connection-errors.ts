import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answer } from '../message/answer.ts'
import { whenInTurn } from '../message/connection.ts'
import { malformedRequest } from '../respond/malformed-request.ts'
import { headOf, type MalformedHandling, malformedAnswer, refuseMalformed } from './malformed.ts'
import { type ReadError, unreadableRequest } from './unreadable.ts'

/** What node:http finds wrong with a request, and the status of HTTP itself for it (RFC 9110, RFC 6585). */
const WIRE_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** How long a caller that was answered may take to close its side. */
const LAST_WORDS_MS = 500

/**
 * Has a server answer in the profile's error shape also where node:http would answer by itself, or not at all. Whatever
 * was read whole before is answered first: it may be a purchase.
 */
export function answerConnectionErrors(server: Server, handling: MalformedHandling): void {
  /** The latest responses of each connection, from one on that had none before it. */
  const pipelines = new WeakMap<Duplex, ServerResponse[]>()
  const refused = new WeakSet<Duplex>()

  const receive = ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket === null) pipelines.get(socket)?.push(response)
    else pipelines.set(socket, [response])
  }
  const refuseRest = (socket: Duplex, status: number, { error, answered }: Refused = {}) => {
    if (refused.has(socket)) return
    refused.add(socket)
    socket.once('end', () => cutSoon(socket))
    const latest = pipelines.get(socket)?.at(-1)
    const end = () => endWith(socket, malformedAnswer(handling, status), answered)
    if (latest?.req.complete === false) return refuseBody(socket, latest, status)
    note(error, status)
    if (latest === undefined || latest.closed) end()
    else latest.once('close', end)
  }

  const note = (error: ReadError | undefined, status: number) => {
    const unreadable = error && unreadableRequest(error, malformedRequest(status).detail)
    if (unreadable !== undefined) handling.onUnreadable?.(unreadable)
  }

  server.prependListener('request', receive)
  server.on('checkExpectation', (request, response) => {
    receive(request, response)
    refuseMalformed(response, 417, handling)
  })
  server.on('clientError', (error: ReadError, socket) =>
    refuseRest(socket, WIRE_STATUS[error.code ?? ''] ?? 400, { error }),
  )
  server.on('connect', (request, socket) => {
    // node:http has let go of the connection: nobody else reads it, or handles its errors and its end.
    socket.on('error', () => socket.destroy())
    socket.resume()
    socket.once('close', () => {
      for (const response of pipelines.get(socket) ?? []) response.destroy()
    })
    refuseRest(socket, 400, { answered: recordTunnel(request, socket, handling) })
  })
}

/** Why a connection is refused, and what is called when its answer is written. */
type Refused = { readonly error?: ReadError; readonly answered?: () => void }

/** Writes a CONNECT into the journal. @returns what is called when it is answered. */
function recordTunnel(request: IncomingMessage, socket: Duplex, handling: MalformedHandling): () => void {
  let isAnswered = false
  const recording = handling.arrive?.(headOf(request))
  recording?.answer(malformedAnswer(handling, 400))
  socket.once('close', () => recording?.deliver(isAnswered && socket.writableFinished ? 'delivered' : 'lost'))
  return () => {
    isAnswered = true
  }
}

/**
 * Ends a connection after a request whose body is malformed. A call that waits for the body is notified and answers, in
 * its turn; one that was answered before its end has its answer.
 */
function refuseBody(socket: Duplex, response: ServerResponse, status: number): void {
  if (response.closed) endSoon(socket)
  else response.once('close', () => endSoon(socket)).emit('malformed', status)
  whenInTurn(response, () => cutSoon(socket))
}

function endWith(
  socket: Duplex,
  { status, headers, body }: Answer,
  answered: (() => void) | undefined,
): void {
  const all = { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
  if (socket.writable) {
    socket.write(`${head}\r\n\r\n${body}`)
    answered?.()
  }
  endSoon(socket)
}

function endSoon(socket: Duplex): void {
  cutSoon(socket)
  if (socket.writable) socket.end()
}

/** A caller has a moment to read its answer; one that does not close its side then holds nothing open. */
function cutSoon(socket: Duplex): void {
  const cut = setTimeout(() => socket.destroy(), LAST_WORDS_MS)
  socket.once('close', () => clearTimeout(cut))
}
