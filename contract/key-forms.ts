import { TEST_KEY_PREFIX } from './auth.ts'

/** Anything shorter is found in texts that have nothing to do with the secret. */
const SHORTEST = 8

/** Words and short numbers, such as `small_balance` or `worker-3`: a name that somebody chose, and uses elsewhere. */
const NAME = /^[a-z]{0,12}\d{0,4}(?:[-_][a-z]{0,12}\d{0,4})*$/i

const KEY_CHARACTER_IN_HEX = '2d|3\\d|[46][1-9a-f]|[57][\\da]|5f'

/** What finds any key of the documented shape, whatever follows its prefix: plain, in hexadecimal, in Base64. */
export const ANY_KEY: readonly RegExp[] = [
  new RegExp(
    `pk_[a-z]+_[\\w-]+|[57]0[46]b5f(?:[46][1-9a-f]|[57][\\da])+?5f(?:${KEY_CHARACTER_IN_HEX})+`,
    'gi',
  ),
  new RegExp(`(?:${base64Of(TEST_KEY_PREFIX).join('|')})[A-Za-z0-9+/_-]*=*`, 'g'),
]

/**
 * What finds some secrets in a text without escapes: plain, in hexadecimal, and in Base64 or Base64url, alone or with
 * something before and after (RFC 4648). A key is found without its prefix as well.
 */
export function secretPatterns(secrets: readonly string[]): readonly RegExp[] {
  const named = [...new Set(secrets.flatMap((secret) => [secret, ...withoutPrefix(secret)]))].filter(Boolean)
  const inBase64 = named.flatMap(base64Of).filter((form) => form.length >= SHORTEST)
  return [
    ...anyOf(
      named.flatMap((secret) => [secret, hexOf(secret)]),
      'gi',
    ),
    ...anyOf(inBase64, 'g'),
  ]
}

/** A key without what every key begins with, unless that is a word like any other. */
function withoutPrefix(secret: string): readonly string[] {
  const rest = secret.toLowerCase().startsWith(TEST_KEY_PREFIX) ? secret.slice(TEST_KEY_PREFIX.length) : ''
  return rest.length >= SHORTEST && !NAME.test(rest) ? [rest] : []
}

/** The longest first: else a secret that begins like another would leave its end behind. */
function anyOf(forms: readonly string[], flags: string): readonly RegExp[] {
  if (forms.length === 0) return []
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  return [new RegExp(longestFirst.map(literally).join('|'), flags)]
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function hexOf(secret: string): string {
  return Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The characters that a text alone decides in Base64, for each of the three places where a group may begin in it. */
function base64Of(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const forms = [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}
