import { type Server, STATUS_CODES } from 'node:http'
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

/** The answer to something that is not a request of HTTP, in the profile's error shape. */
export function malformedResponse(shape: Shape, status = 400): Response {
  const { contentType, body } = malformedBody(shape, status)
  return new Response(body, { status, headers: { 'Content-Type': contentType } })
}

/** Has a server answer in the profile's error shape also where node:http would answer by itself, or not at all. */
export function answerMalformed(server: Server, shape: Shape): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    endWith(socket, shape, WIRE_STATUS[error.code ?? ''] ?? 400)
  })
  server.on('connect', (_, socket) => endWith(socket, shape, 400))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
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
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function malformedBody(shape: Shape, status: number) {
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const detail =
    'This is not a request that HTTP/1.1 allows. Check its request line, its Host and the size of its headers.'
  return formatRefusal(shape, { status, code: 'malformed-request', title, detail })
}
