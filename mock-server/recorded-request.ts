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

/** What is taken out of everything that a mock records or quotes, besides every TEST key. */
export type Redaction = {
  /** The headers that carry credentials, in small letters. */
  readonly headers: readonly string[]
  /** The mock's own secrets. */
  readonly secrets: readonly string[]
}

/** What a mock of these settings takes out. */
export function redactionOf(auth: Auth, adminToken: string | null = null): Redaction {
  return {
    headers: [...CREDENTIAL_HEADERS, auth.header.toLowerCase()],
    secrets: adminToken === null ? [] : [adminToken],
  }
}

/** A request's head as it arrived. */
export type RawHead = {
  readonly method: string
  readonly target: string
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
}

/** What takes a request's credentials and the mock's own out of a text, in whichever form they stand in it. */
export function cleanerOf(rawHeaders: readonly string[], redaction: Redaction): (text: string) => string {
  const secrets = pairsOf(rawHeaders)
    .filter(([name]) => redaction.headers.includes(name))
    .flatMap(([, value]) => value.split(/\s+/))
    .filter(isSecret)
  secrets.push(...redaction.secrets)
  return (text) => redact(text, secrets)
}

/** What the journal shows of a request's head: everything but the key, wherever it stood. */
export function recordedHead(
  { method, target, rawHeaders }: RawHead,
  redaction: Redaction,
  clean: (text: string) => string,
): Omit<Exchange['request'], 'body'> {
  const headers = cleanedHeaders(rawHeaders, clean)
  for (const name of redaction.headers) if (Object.hasOwn(headers, name)) headers[name] = REDACTED
  return { method, target: clean(target), headers }
}

/** A request's headers, those of one name joined, and without keys. */
export function cleanedHeaders(
  rawHeaders: readonly string[],
  clean: (text: string) => string,
): Record<string, string> {
  const joined = new Map<string, string>()
  for (const [name, value] of pairsOf(rawHeaders)) {
    const before = joined.get(name)
    joined.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`)
  }
  const names = [...joined.keys()].sort()
  return Object.fromEntries(names.map((name) => [clean(name), clean(joined.get(name) ?? '')]))
}

function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index < rawHeaders.length; index += 2)
    pairs.push([(rawHeaders[index] ?? '').toLowerCase(), rawHeaders[index + 1] ?? ''])
  return pairs
}

/**
 * A TEST key needs no naming, `redact` knows it in every form. Words as short as a scheme's name are none: to
 * redact them would make a text unreadable.
 */
function isSecret(word: string): boolean {
  return word.length >= 8 && !isTestKey(word)
}
