import type { Profile } from '../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { REDACTED } from '../contract/text/redact.ts'
import type { Exchange } from '../contract/wire/exchange.ts'

/** What curl or the connection sets by itself. */
const NOT_SENT: readonly string[] = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'user-agent',
]

const KEY = '"$SERVICE_PARTNER_API_KEY"'

/** Where the request of a certification is sent again: its own mock is gone. */
export const MOCK_ADDRESS = `"\${SERVICE_BASE_URL:-http://127.0.0.1:4010}"`

/**
 * For a POSIX shell: where the key was, it names the variable that holds one. `baseUrl` is quoted for the shell already. How
 * the key is sent, a report does not say, so that the default is used.
 */
export function curlOf(
  { request }: Pick<Exchange, 'request'>,
  baseUrl: string,
  auth: Profile['auth'] = DEFAULT_PROFILE.auth,
): string {
  const { method, target, body } = request
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${shellText(method)}`]),
    `${baseUrl}${shellText(target)}`,
    ...sentHeaders(request, auth).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(body === null || body === '' ? [] : [`--data-binary ${shellText(body)}`]),
  ].join(' ')
}

/** The headers that a program has to set to send a request again, with `[key]` for the key. */
function sentHeaders({ headers }: Exchange['request'], auth: Profile['auth']) {
  return Object.entries(headers)
    .filter(([name]) => !NOT_SENT.includes(name.toLowerCase()))
    .map(([name, value]) => [name, sentValue(name, value, auth)] as const)
}

/** A recorded header with a key says no more than that: the key is sent in it as a profile says. */
function sentValue(name: string, value: string, { header, format }: Profile['auth']): string {
  const isKey = value === REDACTED && name.toLowerCase() === header.toLowerCase()
  return isKey ? format.replace('{key}', REDACTED) : value
}

/** A text for a POSIX shell, in which a redacted key is the variable that holds one. */
export function shellText(text: string): string {
  const parts = text.split(REDACTED).map((part) => (part === '' ? '' : `'${part.replaceAll("'", "'\\''")}'`))
  return parts.join(KEY) || "''"
}
