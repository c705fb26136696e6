import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { formatRefusal } from '../contract/error-body.ts'
import type { Profile } from '../contract/profile.ts'

type Shape = Profile['errors']['body']

/** What node:http finds wrong before there is a request, and the status of HTTP itself for it (RFC 9110, RFC 6585). */
const WIRE_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const EXPECTATION_FAILED = 417
/** How long a caller that was refused may take to close its side. */
const LAST_WORDS_MS = 500

const NOT_HTTP =
  'This is not a request that HTTP/1.1 allows. Check its request line, its Host and how its body is framed.'
const DETAILS: Record<number, string> = {
  408: 'The request did not end in time. Send it whole.',
  [EXPECTATION_FAILED]: 'The Expect header asks for something other than 100-continue. Leave it out.',
  431: 'The request line and the headers are larger, or more, than this server reads. Send less.',
}

/** The answer to something that is not a request of HTTP, in the profile's error shape. */
export function malformedResponse(shape: Shape, status = 400): Response {
  const { contentType, body } = malformedBody(shape, status)
  return new Response(body, { status, headers: { 'Content-Type': contentType } })
}

/** Has a server answer in the profile's error shape also where node:http would answer by itself, or not at all. */
export function answerMalformed(server: Server, shape: Shape): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => latest.set(request.socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = WIRE_STATUS[error.code ?? ''] ?? 400
    inTurn(socket, latest.get(socket), () => endWith(socket, shape, status))
  })
  server.on('connect', (_, socket) => endWith(socket, shape, 400))
  server.on('checkExpectation', (_, response) => refuseMalformed(response, shape, EXPECTATION_FAILED))
}

/** Answers a request that HTTP allows, and this server does not, and closes its connection. */
export function refuseMalformed(response: ServerResponse, shape: Shape, status: number): void {
  const { contentType, body } = malformedBody(shape, status)
  response
    .writeHead(status, {
      Connection: 'close',
      'Content-Type': contentType,
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
}

/** An answer to what came after a request must not be taken for the answer to that request, which may be a purchase. */
function inTurn(socket: Duplex, latest: ServerResponse | undefined, end: () => void): void {
  const isUnderWay = latest?.req.complete === true && !latest.writableFinished
  const wasRefusedEarly = latest?.req.complete === false && latest.headersSent
  if (isUnderWay) latest.once('close', end)
  else if (wasRefusedEarly) endSoon(socket)
  else end()
}

function endWith(socket: Duplex, shape: Shape, status: number): void {
  if (!socket.writable) return void socket.destroy()
  const { contentType, body } = malformedBody(shape, status)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  endSoon(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}

/** A caller that was answered has a moment to read it; one that does not close its side then holds nothing open. */
function endSoon(socket: Duplex, lastWords = ''): void {
  const cut = setTimeout(() => socket.destroy(), LAST_WORDS_MS)
  socket.once('close', () => clearTimeout(cut))
  // After a CONNECT nobody else listens: a caller that has reset the connection would end the process.
  socket.on('error', () => socket.destroy())
  socket.end(lastWords)
}

function malformedBody(shape: Shape, status: number) {
  const title = STATUS_CODES[status] ?? 'Bad Request'
  return formatRefusal(shape, {
    status,
    code: 'malformed-request',
    title,
    detail: DETAILS[status] ?? NOT_HTTP,
  })
}
