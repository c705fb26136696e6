import type { ServerResponse } from 'node:http'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Entry } from '../journal/journal-entry.ts'
import type { RawHead } from '../journal/redact-request.ts'
import type { CompleteAnswer } from '../message/answer.ts'
import { malformedRequest, problemAnswer } from '../respond/respond.ts'
import { watchDelivery } from './delivery.ts'

/** How a server refuses a request that never becomes a call. */
export type MalformedHandling = {
  readonly profile: Profile
  /** Records such a request in the journal, if there is one. */
  readonly arrive?: ((head: RawHead) => Entry) | undefined
  /** Called with what arrived and is not a request at all. */
  readonly onUnreadable?: ((unreadable: Unreadable) => void) | undefined
}

export function malformedAnswer({ profile }: MalformedHandling, status: number): CompleteAnswer {
  return problemAnswer(profile, malformedRequest(status))
}

/** Answers a request that is valid HTTP but not supported here; the next one over its connection may be fine. */
export function refuseMalformed(response: ServerResponse, status: number, handling: MalformedHandling): void {
  const answer = malformedAnswer(handling, status)
  const recording = handling.arrive?.(rawHeadOf(response.req))
  if (recording !== undefined) {
    watchDelivery(response, recording)
    recording.answer(answer)
  }
  response
    .writeHead(status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) })
    .end(answer.body)
}

export function rawHeadOf({ method = '', url = '', rawHeaders }: ServerResponse['req']): RawHead {
  return { method, target: url, rawHeaders }
}

/** Something that came over a connection and is not an HTTP/1.1 request: it is in no journal. */
export type Unreadable = {
  readonly kind: 'tls-to-http' | 'http-to-tls' | 'http2' | 'malformed' | 'handshake' | 'no-request'
  /** What arrived, and what to do, in sentences. */
  readonly message: string
}

const MESSAGES = {
  'tls-to-http':
    'TLS was sent to this port, which speaks plain http. Write http:// in the base address of the client, or start the kit with --tls.',
  'http-to-tls':
    'Plain http was sent to this port, which speaks https. Write https:// in the base address of the client.',
  http2: 'HTTP/2 was sent, and this port speaks HTTP/1.1. Have the client speak HTTP/1.1.',
  'no-request':
    'A connection over TLS was closed before a request came over it. A client that does not trust the certificate does that.',
}

function unreadable(kind: keyof typeof MESSAGES): Unreadable {
  return { kind, message: MESSAGES[kind] }
}

/** The first two bytes of a TLS record with a handshake (RFC 8446, section 5.1). */
const HANDSHAKE = '\x16\x03'
const HTTP2_PREFACE = 'PRI * HTTP/2'

export type ReadError = NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array }

/** What node:http could not read; undefined if it read nothing, as when a connection breaks. */
export function unreadableRequest(
  { code = '', rawPacket = new Uint8Array() }: ReadError,
  detail: string,
): Unreadable | undefined {
  if (!code.startsWith('HPE_')) return undefined
  const text = Buffer.from(rawPacket).toString('latin1')
  if (text.startsWith(HANDSHAKE)) return unreadable('tls-to-http')
  return text.startsWith(HTTP2_PREFACE) ? unreadable('http2') : { kind: 'malformed', message: detail }
}

/** Why a TLS handshake failed; undefined if the client gave no reason. */
export function unreadableHandshake({ code = '', message }: NodeJS.ErrnoException): Unreadable | undefined {
  if (code === 'ERR_SSL_HTTP_REQUEST') return unreadable('http-to-tls')
  if (!code.startsWith('ERR_SSL_')) return undefined
  const said = /alert ([a-z ]+)/i.exec(message)?.[1] ?? code.replace('ERR_SSL_', '').replaceAll('_', ' ')
  return {
    kind: 'handshake',
    message: `The TLS handshake failed: the client ended it with "${said.toLowerCase().trim()}". See that it trusts the certificate that this run has made.`,
  }
}

export const endedWithoutRequest = unreadable('no-request')
