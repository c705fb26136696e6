import type { Auth } from '../contract/auth.ts'
import type { Exchange } from '../contract/exchange.ts'
import { REDACTED, redact } from '../contract/redact.ts'
import type { RequestBody } from './request-body.ts'

/** Headers that carry credentials by convention, whatever the profile says. */
const CREDENTIAL_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key']

/** What the journal keeps of a request: everything but the key, wherever it stood. */
export function recordedRequest(request: Request, body: RequestBody, auth: Auth): Exchange['request'] {
  const credentials = [...CREDENTIAL_HEADERS, auth.header.toLowerCase()]
  const secrets = credentials
    .flatMap((name) => request.headers.get(name)?.split(/\s+/) ?? [])
    .filter(isSecret)
  const clean = (text: string): string => redact(text, secrets)
  const headers = [...request.headers].map(([name, value]): [string, string] => [
    name,
    credentials.includes(name) ? REDACTED : clean(value),
  ])
  return {
    method: request.method,
    target: clean(targetOf(request.url)),
    headers: Object.fromEntries(headers),
    body: body.kind === 'text' ? clean(body.text) : null,
  }
}

/** Words as short as a scheme's name are none: to redact them would make a text unreadable. */
function isSecret(word: string): boolean {
  return word.length >= 8
}

function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}
