import { type Auth, isTestKey } from '../contract/auth.ts'
import type { Exchange } from '../contract/exchange.ts'
import { REDACTED, redact } from '../contract/redact.ts'
import { ADMIN_TOKEN_HEADER } from './admin/token.ts'

/** Headers that carry credentials by convention, whatever the profile says. */
const CREDENTIAL_HEADERS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  ADMIN_TOKEN_HEADER.toLowerCase(),
]

/** What takes a request's credentials and the mock's own out of a text, in whichever form they stand in it. */
export function redactorOf(
  headers: Headers,
  auth: Auth,
  adminToken: string | null = null,
): (text: string) => string {
  const secrets = credentialHeaders(auth)
    .flatMap((name) => headers.get(name)?.split(/\s+/) ?? [])
    .filter(isSecret)
  if (adminToken !== null) secrets.push(adminToken)
  return (text) => redact(text, secrets)
}

/** What the journal keeps of a request's head: everything but the key, wherever it stood. */
export function recordedHead(
  request: Request,
  auth: Auth,
  clean: (text: string) => string,
): Omit<Exchange['request'], 'body'> {
  const credentials = credentialHeaders(auth)
  const headers = [...request.headers].map(([name, value]): [string, string] => [
    clean(name),
    credentials.includes(name) ? REDACTED : clean(value),
  ])
  return {
    method: request.method,
    target: clean(targetOf(request.url)),
    headers: Object.fromEntries(headers),
  }
}

function credentialHeaders(auth: Auth): readonly string[] {
  return [...CREDENTIAL_HEADERS, auth.header.toLowerCase()]
}

/**
 * A TEST key needs no naming, `redact` knows it in every form. Words as short as a scheme's name are none: to
 * redact them would make a text unreadable.
 */
function isSecret(word: string): boolean {
  return word.length >= 8 && !isTestKey(word)
}

/** Path and query of a request, as they were sent. */
export function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}
