import { maxHeaderSize } from 'node:http'
import { BY_PROXY } from './proxy.ts'

const CHECK = 'Check --base-url, and that the service is running.'
const TRUST =
  'If you trust it, put that certificate, or the one of its authority, into a file, and name the file in the environment variable NODE_EXTRA_CA_CERTS.'
const TRY_HTTP =
  'If the port speaks http, write http:// in --base-url: no certificate is at fault, and NODE_EXTRA_CA_CERTS changes nothing here.'
const WRITE_HTTPS =
  'Write https:// in --base-url. If this machine then does not trust its certificate, name the file of its authority in the environment variable NODE_EXTRA_CA_CERTS.'
const TRY_HTTPS = 'If the port speaks https, write https:// in --base-url.'
const RENEW = 'Have it renewed, and check the clock of this machine.'
const USE_ITS_NAME = 'Use a name that it is for in --base-url.'
const SEND_LESS = 'Let it send fewer or shorter headers: most HTTP clients read no more.'
const SPEAK_HTTP1 = 'Let it speak HTTP/1.1 as well, or name a proxy before it that does.'

const CHECK_PROXY =
  'Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; in NO_PROXY stand the hosts that are reached without a proxy.'
const PROXY_CREDENTIALS =
  'Put the user and the password into HTTPS_PROXY or HTTP_PROXY, as in http://user:password@host:port.'

const FOUND = {
  nothing: 'Nothing answers at',
  unsafe: 'No TLS connection could be made to',
  noWay: 'No connection could be made to',
  unusable: 'No answer could be read from',
} as const

type Row = readonly [reason: RegExp, found: keyof typeof FOUND, cause: string, remedy: string]

const SELF_SIGNED = 'its certificate is self-signed, and this machine does not trust it'
const UNKNOWN_AUTHORITY = 'its certificate is from an authority that this machine does not know'
const ONLY_HTTP2 = 'what answers there speaks HTTP/2 only, and the kit speaks HTTP/1.1'
const NO_TLS = 'what answers there does not speak TLS'
const WAS_CLOSED = 'the connection was closed before an answer came'
const LARGE_HEAD = `the head of the answer is larger than ${maxHeaderSize} bytes`
const CLOSED = /ECONNRESET|socket hang up|disconnected/
const BY_A_PROXY = new RegExp(`^${BY_PROXY}`)
const NOT_TRUSTED = /UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED|SELF_SIGNED_CERT_IN_CHAIN/

/** Node's message for a failed connection, what it means, and what to do. The first match counts. */
const ROWS: readonly Row[] = [
  [/DEPTH_ZERO_SELF_SIGNED_CERT/, 'unsafe', SELF_SIGNED, TRUST],
  [NOT_TRUSTED, 'unsafe', UNKNOWN_AUTHORITY, TRUST],
  [/CERT_HAS_EXPIRED/, 'unsafe', 'its certificate has expired', RENEW],
  [/CERT_NOT_YET_VALID/, 'unsafe', 'its certificate is not valid yet', 'Check the clock of this machine.'],
  [/ALTNAME_INVALID/, 'unsafe', 'its certificate is for another name', USE_ITS_NAME],
  [/wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long/i, 'unsafe', NO_TLS, TRY_HTTP],
  [/no[ _]application[ _]protocol/i, 'unsafe', ONLY_HTTP2, SPEAK_HTTP1],
  [/ERR_SSL|EPROTO/, 'unsafe', 'the handshake failed', CHECK],
  [/^the head of the answer/, 'unusable', LARGE_HEAD, SEND_LESS],
  [/^HTTPS port$/, 'unusable', 'the port speaks https', WRITE_HTTPS],
  [/HPE_/, 'unusable', 'what answers there does not speak HTTP/1.1', TRY_HTTPS],
  [/ECONNREFUSED/, 'nothing', 'nothing listens there', CHECK],
  [/no connection within|ETIMEDOUT/, 'nothing', 'no connection came about in time', CHECK],
  [/ENOTFOUND/, 'nothing', 'the host name is not known', CHECK],
  [/EAI_AGAIN/, 'nothing', 'the host name could not be looked up', CHECK],
  [/EHOSTUNREACH/, 'nothing', 'there is no way to that host', CHECK],
  [/ENETUNREACH/, 'nothing', 'there is no way to that network', CHECK],
]

/**
 * Describes a connection without an answer: what was asked, what was found, and what to do.
 *
 * @param failure the text of {@link failureText}.
 */
export function connectionFailure(failure: string, baseUrl: string): string {
  const isSafe = baseUrl.startsWith('https:')
  const rows: readonly Row[] = [
    [BY_A_PROXY, 'noWay', failure, failure.includes(' by 407') ? PROXY_CREDENTIALS : CHECK_PROXY],
    ...ROWS,
    [CLOSED, isSafe ? 'unsafe' : 'unusable', WAS_CLOSED, isSafe ? CHECK : `${CHECK} ${TRY_HTTPS}`],
    [/^/, 'unusable', failure, CHECK],
  ]
  const [, found, cause, remedy] = rows.find(([reason]) => reason.test(failure)) as Row
  return `${FOUND[found]} ${baseUrl}: ${cause}. ${remedy}`
}

export function isClosed(failure: string): boolean {
  return CLOSED.test(failure)
}

/** The failure text for plain http that was sent to an https port. */
export const HTTPS_PORT = 'HTTPS port'

/** True if an answer to plain http says that the port speaks https, as some servers do with a 400. */
export function isRefusalOfHttp(status: number | undefined | null, body: string): boolean {
  return status === 400 && /plain HTTP.{0,40}(?:HTTPS|SSL-enabled)|HTTP request to an HTTPS/i.test(body)
}

/** Node's message about a failure, with its code unless the message contains it. */
export function failureText({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return LARGE_HEAD
  return code === undefined || message.includes(code) ? message : `${message} (${code})`
}
