import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type CompleteAnswer, whenInTurn } from '../message/answer.ts'
import { malformedRequest } from '../respond/respond.ts'
import {
  type MalformedHandling,
  malformedAnswer,
  type ReadError,
  rawHeadOf,
  refuseMalformed,
  unreadableRequest,
} from './malformed.ts'

/** The errors of node:http about a request, and the HTTP status for each (RFC 9110, RFC 6585). */
const WIRE_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** How long a caller that was answered may take to close its side. */
const LAST_WORDS_MS = 500

/**
 * Makes a server answer in the profile's error shape also where node:http would answer by itself, or not at all. Complete
 * requests before it are answered first: they may be purchases.
 */
export function answerConnectionErrors(server: Server, handling: MalformedHandling): void {
  /** The open responses of each connection, in order. */
  const pipelines = new WeakMap<Duplex, ServerResponse[]>()
  const refused = new WeakSet<Duplex>()

  const receive = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const pipeline = pipelines.get(socket)
    if (pipeline === undefined) socket.once('close', () => closeAll(pipelines.get(socket)))
    if (response.socket === null) pipeline?.push(response)
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
    // node:http no longer handles the connection: reading, errors and its end are ours.
    socket.on('error', () => socket.destroy())
    socket.resume()
    refuseRest(socket, 400, { answered: recordTunnel(request, socket, handling) })
  })
}

/** Node 22 does not close the responses of a closed connection whose turn has not come, and after a CONNECT no Node does. */
function closeAll(responses: readonly ServerResponse[] = []): void {
  for (const response of responses) response.destroy()
  queueMicrotask(() => {
    for (const response of responses) {
      if (response.closed) continue
      // What node:http does to close a response. There is no public API for that.
      Reflect.set(response, '_closed', true)
      response.emit('close')
    }
  })
}

/** Why a connection is refused, and what is called when its answer is written. */
type Refused = { readonly error?: ReadError; readonly answered?: () => void }

/** Records a CONNECT in the journal. @returns a function to call when it is answered. */
function recordTunnel(request: IncomingMessage, socket: Duplex, handling: MalformedHandling): () => void {
  let isAnswered = false
  const recording = handling.arrive?.(rawHeadOf(request))
  recording?.answer(malformedAnswer(handling, 400))
  socket.once('close', () => recording?.deliver(isAnswered && socket.writableFinished ? 'delivered' : 'lost'))
  return () => {
    isAnswered = true
  }
}

/**
 * Ends a connection after a request whose body is malformed. A call that waits for the body is notified, and answers in
 * order; one that was answered earlier keeps its answer.
 */
function refuseBody(socket: Duplex, response: ServerResponse, status: number): void {
  if (response.closed) endSoon(socket)
  else response.once('close', () => endSoon(socket)).emit('malformed', status)
  whenInTurn(response, () => cutSoon(socket))
}

function endWith(
  socket: Duplex,
  { status, headers, body }: CompleteAnswer,
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

/** The caller gets a moment to read its answer; then the connection is closed in any case. */
function cutSoon(socket: Duplex): void {
  const cut = setTimeout(() => socket.destroy(), LAST_WORDS_MS)
  socket.once('close', () => clearTimeout(cut))
}
