import { REDACTED, type Redactor, redactor } from '../../contract/text/redact.ts'
import { type Auth, KEY_HEADERS } from '../../contract/wire/auth.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { ADMIN_TOKEN_HEADER } from '../guards/secrets.ts'

/** Headers that carry credentials by convention, in addition to the profile's. */
const CREDENTIAL_HEADERS = [...KEY_HEADERS, 'cookie', ADMIN_TOKEN_HEADER.toLowerCase()]

/** Removes secrets, besides every TEST key, from everything that a mock records or quotes. */
export type Redaction = {
  /** The headers that carry credentials, in lower case. */
  readonly headers: readonly string[]
  /** Makes a function that removes the mock's own secrets, and these, from a text. */
  readonly redactorOf: (secrets: readonly string[]) => Redactor
  /** Made once for all requests that share a list of headers. */
  readonly senderOf: (rawHeaders: readonly string[]) => Sender
}

/** Headers as they are recorded, and a function that removes their credentials from other texts. */
type Sender = { readonly headers: Exchange['request']['headers']; readonly redact: Redactor }

/** How many redactors are kept: most callers send the same key again and again. */
const MOST_REDACTORS = 1_000

/** The redaction for a mock with these settings; its own secrets are its token and the keys of its partners. */
export function redactionOf(auth: Auth, ownSecrets: readonly string[] = []): Redaction {
  const redactors = new Map<string, Redactor>()
  const senders = new WeakMap<readonly string[], Sender>()
  const redaction: Redaction = {
    headers: [...CREDENTIAL_HEADERS, auth.header.toLowerCase()],
    redactorOf(secrets) {
      const name = secrets.join(' ')
      const known = redactors.get(name) ?? redactor([...ownSecrets, ...secrets])
      if (redactors.size >= MOST_REDACTORS) redactors.clear()
      redactors.set(name, known)
      return known
    },
    senderOf(rawHeaders) {
      const known = senders.get(rawHeaders)
      if (known !== undefined) return known
      const redact = redactorOfHeaders(rawHeaders, redaction)
      const made = { redact, headers: redactedHeaders(rawHeaders, redact, redaction.headers) }
      senders.set(rawHeaders, made)
      return made
    },
  }
  return redaction
}

export type RawHead = {
  readonly method: string
  readonly target: string
  /** Names and values alternately. */
  readonly rawHeaders: readonly string[]
}

/** Makes a function that removes a request's credentials and the mock's own secrets from a text. */
export function redactorOfHeaders(rawHeaders: readonly string[], redaction: Redaction): Redactor {
  const secrets = pairsOf(rawHeaders)
    .filter(([name]) => redaction.headers.includes(name))
    .flatMap(([, value]) => value.split(/\s+/))
    .filter((word) => word.length >= SHORTEST_SECRET)
  return redaction.redactorOf(secrets)
}

/** Searches these texts at once: most hold no key, and then none of them is searched alone. */
export function redactorForTexts(texts: readonly string[], redact: Redactor): Redactor {
  const whole = texts.join('\n')
  return redact(whole) === whole ? (text) => text : redact
}

/**
 * The headers of a request as they are recorded: same names joined, and without keys.
 *
 * @param credentials the headers of which only the presence is recorded.
 */
export function redactedHeaders(
  rawHeaders: readonly string[],
  redact: Redactor,
  credentials: readonly string[] = [],
): Record<string, string> {
  const pairs = joinedPairs(rawHeaders)
  const clean = redactorForTexts(
    pairs.flatMap((pair) => (credentials.includes(pair[0]) ? [] : pair)),
    redact,
  )
  const recorded = pairs.map(([name, value]) =>
    credentials.includes(name) ? [name, REDACTED] : [clean(name), clean(value)],
  )
  return Object.fromEntries(recorded)
}

function joinedPairs(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const joined = new Map<string, string>()
  for (const [name, value] of pairsOf(rawHeaders)) {
    const before = joined.get(name)
    joined.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`)
  }
  return [...joined.keys()].sort().map((name) => [name, joined.get(name) ?? ''])
}

function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index < rawHeaders.length; index += 2)
    pairs.push([
      // A reader of JSON would lose a member with this name.
      (rawHeaders[index] ?? '').toLowerCase().replace(/^__proto__$/, '(__proto__)'),
      rawHeaders[index + 1] ?? '',
    ])
  return pairs
}

/** Shorter words, such as the name of a scheme, are no secrets: without them a text would be unreadable. */
const SHORTEST_SECRET = 8
