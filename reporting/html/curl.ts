import { REDACTED } from '../../contract/text/redact.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

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
 * A request as a command for a POSIX shell. Where the key was, it names the variable that holds one.
 *
 * @param baseUrl quoted for the shell, see {@link shellText} and {@link MOCK_ADDRESS}.
 *
 * @example
 * curlOf(ping, shellText('http://127.0.0.1:4010'))
 * // `curl -i 'http://127.0.0.1:4010''/ping' -H 'authorization: Bearer '"$SERVICE_PARTNER_API_KEY"`
 */
export function curlOf({ request }: Pick<Exchange, 'request'>, baseUrl: string): string {
  const { method, target, headers, body } = request
  const fields = Object.entries(headers).filter(([name]) => !NOT_SENT.includes(name.toLowerCase()))
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${shellText(method)}`]),
    `${baseUrl}${shellText(target)}`,
    ...fields.map(([name, value]) => `-H ${shellText(`${name}: ${sentValue(name, value)}`)}`),
    ...(body === null || body === '' ? [] : [`--data-binary ${shellText(body)}`]),
  ].join(' ')
}

/** A recorded header with a key says no more than that. The key is sent as the default profile says. */
function sentValue(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' && value === REDACTED ? `Bearer ${REDACTED}` : value
}

/** A text for a POSIX shell, in which a redacted key is the variable that holds one. */
export function shellText(text: string): string {
  const parts = text.split(REDACTED).map((part) => (part === '' ? '' : `'${part.replaceAll("'", "'\\''")}'`))
  return parts.join(KEY) || "''"
}
