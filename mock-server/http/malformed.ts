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

/** Answers something that is not an HTTP request, in the profile's error shape. */
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

/** A request's head as node:http read it. */
export function rawHeadOf({ method = '', url = '', rawHeaders }: ServerResponse['req']): RawHead {
  return { method, target: url, rawHeaders }
}

/** Something that came over a connection and is not an HTTP/1.1 request: it is in no journal. */
export type Unreadable = {
  readonly kind: 'tls-to-http' | 'http-to-tls' | 'http2' | 'malformed' | 'handshake' | 'no-request'
  /** What arrived, and what to do, in sentences. */
  readonly message: string
}

const TLS: Unreadable = {
  kind: 'tls-to-http',
  message:
    'TLS was sent to this port, which speaks plain http. Write http:// in the base address of the client, or start the kit with --tls.',
}
const HTTP: Unreadable = {
  kind: 'http-to-tls',
  message:
    'Plain http was sent to this port, which speaks https. Write https:// in the base address of the client.',
}
const HTTP2: Unreadable = {
  kind: 'http2',
  message: 'HTTP/2 was sent, and this port speaks HTTP/1.1. Have the client speak HTTP/1.1.',
}
const NO_REQUEST: Unreadable = {
  kind: 'no-request',
  message:
    'A connection over TLS was closed before a request came over it. A client that does not trust the certificate does that.',
}

/** The first two bytes of a TLS record with a handshake (RFC 8446, section 5.1). */
const HANDSHAKE = [0x16, 0x03]
const HTTP2_PREFACE = 'PRI * HTTP/2'

/** What node:http reports of a connection that it could not read. */
export type ReadError = NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array }

/** What node:http could not read; undefined if it read nothing, as when a connection breaks. */
export function unreadableRequest(
  { code = '', rawPacket }: ReadError,
  detail: string,
): Unreadable | undefined {
  if (!code.startsWith('HPE_')) return undefined
  if (HANDSHAKE.every((byte, index) => rawPacket?.[index] === byte)) return TLS
  if (
    Buffer.from(rawPacket ?? [])
      .toString('latin1')
      .startsWith(HTTP2_PREFACE)
  )
    return HTTP2
  return { kind: 'malformed', message: detail }
}

/** Why a TLS handshake failed; undefined if the client gave no reason. */
export function unreadableHandshake({ code = '', message }: NodeJS.ErrnoException): Unreadable | undefined {
  if (code === 'ERR_SSL_HTTP_REQUEST') return HTTP
  if (!code.startsWith('ERR_SSL_')) return undefined
  const said = /alert ([a-z ]+)/i.exec(message)?.[1] ?? code.replace('ERR_SSL_', '').replaceAll('_', ' ')
  return {
    kind: 'handshake',
    message: `The TLS handshake failed: the client ended it with "${said.toLowerCase().trim()}". See that it trusts the certificate that this run has made.`,
  }
}

/** A connection over TLS that ended without a request. */
export const endedWithoutRequest = NO_REQUEST
