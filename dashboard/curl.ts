import type { Profile } from '../contract/profile/profile.ts'
import { REDACTED } from '../contract/text/redact.ts'
import type { Exchange } from '../contract/wire/exchange.ts'

/** Headers that curl or the connection sets by itself. */
const NOT_SENT =
  /^(?:accept-encoding|connection|content-length|expect|host|keep-alive|transfer-encoding|user-agent)$/i

const KEY = '"$SERVICE_PARTNER_API_KEY"'

/** A recorded request as a command for a POSIX shell. A variable takes the place of the key. */
export function curlOf(
  { method, target, headers, body }: Exchange['request'],
  baseUrl: string,
  auth: Profile['auth'],
): string {
  const sent = Object.entries(headers)
    .filter(([name]) => !NOT_SENT.test(name))
    .map(([name, value]) => `${name}: ${sentValue(name, value, auth)}`)
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${shellText(method)}`]),
    `${shellText(baseUrl)}${shellText(target)}`,
    ...sent.map((header) => `-H ${shellText(header)}`),
    ...(body === null || body === '' ? [] : [`--data-binary ${shellText(body)}`]),
  ].join(' ')
}

/** The journal records of an auth header only that it held a key: the profile says how a key is sent in it. */
function sentValue(name: string, value: string, { header, format }: Profile['auth']): string {
  const isKey = value === REDACTED && name.toLowerCase() === header.toLowerCase()
  return isKey ? format.replace('{key}', REDACTED) : value
}

function shellText(text: string): string {
  const parts = text.split(REDACTED).map((part) => (part === '' ? '' : `'${part.replaceAll("'", "'\\''")}'`))
  return parts.join(KEY) || "''"
}
