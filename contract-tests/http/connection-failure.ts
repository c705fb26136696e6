import { BY_PROXY } from './proxy.ts'

const NOTHING = 'Nothing answers at'
const UNSAFE = 'No TLS connection could be made to'
const NO_WAY = 'No connection could be made to'
const UNUSABLE = 'No answer could be read from'

const CHECK = 'Check --base-url, and that the service is running.'
const TRUST =
  'If you trust it, put that certificate, or the one of its authority, into a file, and name the file in the environment variable NODE_EXTRA_CA_CERTS.'
const TRY_HTTP =
  'If the port speaks http, write http:// in --base-url: no certificate is at fault, and NODE_EXTRA_CA_CERTS changes nothing here.'
const WRITE_HTTPS = 'Write https:// in --base-url.'
const OWN_AUTHORITY =
  'If this machine then does not trust its certificate, name the file of its authority in the environment variable NODE_EXTRA_CA_CERTS.'
const TRY_HTTPS = 'If the port speaks https, write https:// in --base-url.'

const CHECK_PROXY =
  'Check HTTPS_PROXY and HTTP_PROXY; in NO_PROXY stand the hosts that are reached without a proxy.'
const PROXY_CREDENTIALS =
  'Put the user and the password into HTTPS_PROXY or HTTP_PROXY, as in http://user:password@host:port.'

type Row = readonly [reason: RegExp, head: string, cause: string, remedy: string]

/** What Node says of a connection that failed, what that means, and what to do. The first match is used. */
const ROWS: readonly Row[] = [
  [
    /DEPTH_ZERO_SELF_SIGNED_CERT/,
    UNSAFE,
    'its certificate is self-signed, and this machine does not trust it',
    TRUST,
  ],
  [
    /UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED|SELF_SIGNED_CERT_IN_CHAIN/,
    UNSAFE,
    'its certificate is from an authority that this machine does not know',
    TRUST,
  ],
  [
    /CERT_HAS_EXPIRED/,
    UNSAFE,
    'its certificate has expired',
    'Have it renewed, and check the clock of this machine.',
  ],
  [/CERT_NOT_YET_VALID/, UNSAFE, 'its certificate is not valid yet', 'Check the clock of this machine.'],
  [
    /ALTNAME_INVALID/,
    UNSAFE,
    'its certificate is for another name',
    'Use a name that it is for in --base-url.',
  ],
  [
    /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long/i,
    UNSAFE,
    'what answers there does not speak TLS',
    TRY_HTTP,
  ],
  [
    /no[ _]application[ _]protocol/i,
    UNSAFE,
    'what answers there speaks HTTP/2 only, and the kit speaks HTTP/1.1',
    'Let it speak HTTP/1.1 as well, or name a proxy before it that does.',
  ],
  [/ERR_SSL|EPROTO/, UNSAFE, 'the handshake failed', CHECK],
  [/^HTTPS port$/, UNUSABLE, 'the port speaks https', `${WRITE_HTTPS} ${OWN_AUTHORITY}`],
  [/HPE_/, UNUSABLE, 'what answers there does not speak HTTP/1.1', TRY_HTTPS],
  [/ECONNREFUSED/, NOTHING, 'nothing listens there', CHECK],
  [/no connection within|ETIMEDOUT/, NOTHING, 'no connection came about in time', CHECK],
  [/ENOTFOUND/, NOTHING, 'the host name is not known', CHECK],
  [/EAI_AGAIN/, NOTHING, 'the host name could not be looked up', CHECK],
  [/EHOSTUNREACH/, NOTHING, 'there is no way to that host', CHECK],
  [/ENETUNREACH/, NOTHING, 'there is no way to that network', CHECK],
]

/**
 * A connection that gave no answer, as a paragraph: what was asked, what was found, and what to do.
 *
 * @param failure what Node says of it, as {@link failureText} words it.
 *
 * @example
 * connectionFailure('connect ECONNREFUSED 127.0.0.1:1', 'http://127.0.0.1:1')
 * // 'Nothing answers at http://127.0.0.1:1: nothing listens there. Check --base-url, and that the service is running.'
 */
export function connectionFailure(failure: string, baseUrl: string): string {
  const [, head, cause, remedy] =
    failureOfProxy(failure) ??
    ROWS.find(([pattern]) => pattern.test(failure)) ??
    closedOrUnknown(failure, baseUrl)
  return `${head} ${baseUrl}: ${cause}. ${remedy}`
}

function failureOfProxy(failure: string): Row | undefined {
  if (!failure.startsWith(BY_PROXY)) return undefined
  return [/^/, NO_WAY, failure, failure.includes(' by 407') ? PROXY_CREDENTIALS : CHECK_PROXY]
}

function closedOrUnknown(failure: string, baseUrl: string): Row {
  const closed = /ECONNRESET|socket hang up|disconnected/
  if (!closed.test(failure)) return [closed, UNUSABLE, failure, CHECK]
  const isSafe = baseUrl.startsWith('https:')
  const remedy = isSafe ? CHECK : `${CHECK} ${TRY_HTTPS}`
  return [closed, isSafe ? UNSAFE : UNUSABLE, 'the connection was closed before an answer came', remedy]
}

/** A failure that {@link connectionFailure} reads as plain http sent to an https port. */
export const HTTPS_PORT = 'HTTPS port'

/** Whether an answer to plain http says that its port speaks https, as some servers do by a 400. */
export function isRefusalOfHttp(status: number | undefined | null, body: string): boolean {
  return status === 400 && /plain HTTP.{0,40}(?:HTTPS|SSL-enabled)|HTTP request to an HTTPS/i.test(body)
}

/** What Node says about a failure: its message, and its code if the message does not contain it. */
export function failureText({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`
}
