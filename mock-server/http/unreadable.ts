import { type Server, STATUS_CODES } from 'node:http'

/** Something that arrived and is no HTTP/1.1 request. It is in no journal. */
export type Unreadable = {
  readonly kind: 'tls-to-http' | 'http-to-tls' | 'http2' | 'malformed' | 'handshake' | 'no-request'
  /** What arrived, and what to do, in sentences. */
  readonly message: string
}

export type ReportUnreadable = (unreadable: Unreadable) => void

const MESSAGES = {
  'tls-to-http':
    'TLS was sent to this port, which speaks plain http. Write http:// in the base address of the client, or start the kit with --tls-cert and --tls-key.',
  'http-to-tls':
    'Plain http was sent to this port, which speaks https. Write https:// in the base address of the client.',
  http2: 'HTTP/2 was sent, and this port speaks HTTP/1.1. Have the client speak HTTP/1.1.',
  malformed:
    'This is not a request that HTTP/1.1 allows. Check its request line, its Host and how its body is framed.',
  'no-request':
    'A connection over TLS was closed before a request came over it. A client that does not trust the certificate does that.',
}

function unreadable(kind: keyof typeof MESSAGES): Unreadable {
  return { kind, message: MESSAGES[kind] }
}

export const endedWithoutRequest = unreadable('no-request')

/** The first two bytes of a TLS record with a handshake (RFC 8446, section 5.1). */
const HANDSHAKE = '\x16\x03'
const HTTP2_PREFACE = 'PRI * HTTP/2'

type ReadError = NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array }

/** The errors of node:http that it answers with another status than 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Reports what a server can't read, and answers as node:http does without a listener. */
export function reportUnreadable(server: Server, report: ReportUnreadable): void {
  server.on('clientError', (error: ReadError, socket) => {
    const found = unreadableRequest(error)
    if (found !== undefined) report(found)
    const status = STATUSES[error.code ?? ''] ?? 400
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`
    if (socket.writable) socket.end(answer, () => socket.destroy())
    else socket.destroy()
  })
}

/** What node:http could not read; undefined if the connection broke instead. */
function unreadableRequest({ code = '', rawPacket = new Uint8Array() }: ReadError): Unreadable | undefined {
  if (!code.startsWith('HPE_')) return undefined
  const text = Buffer.from(rawPacket).toString('latin1')
  if (text.startsWith(HANDSHAKE)) return unreadable('tls-to-http')
  return unreadable(text.startsWith(HTTP2_PREFACE) ? 'http2' : 'malformed')
}

/** Why a TLS handshake failed; undefined if the client gave no reason. */
export function unreadableHandshake({ code = '', message }: NodeJS.ErrnoException): Unreadable | undefined {
  if (code === 'ERR_SSL_HTTP_REQUEST') return unreadable('http-to-tls')
  if (!code.startsWith('ERR_SSL_')) return undefined
  const said = /alert ([a-z ]+)/i.exec(message)?.[1] ?? code.replace('ERR_SSL_', '').replaceAll('_', ' ')
  return {
    kind: 'handshake',
    message: `The TLS handshake failed: the client ended it with "${said.toLowerCase().trim()}". See that it trusts the certificate.`,
  }
}
