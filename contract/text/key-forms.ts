import { TEST_KEY_PREFIX } from '../wire/auth.ts'

/** Anything shorter is found in texts that have nothing to do with the secret. */
const SHORTEST = 8

/** Words and short numbers, such as `small_balance` or `worker-3`: a name that somebody chose, and uses elsewhere. */
const NAME = /^[a-z]{0,12}\d{0,4}(?:[-_][a-z]{0,12}\d{0,4})*$/i

const KEY_CHARACTER_IN_HEX = '2d|3\\d|[46][1-9a-f]|[57][\\da]|5f'

/** Finds parts of a text that has no escapes, and hands over where each begins and ends. */
export type Finder = (text: string, found: (start: number, end: number) => void) => void

const ANY_KEY: readonly RegExp[] = [
  new RegExp(
    `pk_[a-z]+_[\\w-]+|[57]0[46]b5f(?:[46][1-9a-f]|[57][\\da])+?5f(?:${KEY_CHARACTER_IN_HEX})+`,
    'gi',
  ),
  new RegExp(`(?:${base64Of(TEST_KEY_PREFIX).join('|')})[A-Za-z0-9+/_-]*=*`, 'g'),
]

/** Finds any key with the documented prefix, with any characters after it: plain, in hexadecimal, in Base64. */
export const findAnyKey: Finder = (text, found) => {
  for (const pattern of ANY_KEY) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
      found(match.index, pattern.lastIndex)
  }
}

/**
 * Finds some secrets: plain, in hexadecimal, and in Base64 or Base64url, alone or with something before and after
 * (RFC 4648). A key is found without its prefix as well.
 */
export function secretFinder(secrets: readonly string[]): Finder {
  const named = [...new Set(secrets.flatMap((secret) => [secret, ...withoutPrefix(secret)]))].filter(Boolean)
  const inAnyCase = named.flatMap((secret) => [inSmallLetters(secret), hexOf(secret)])
  const inBase64 = named.flatMap(base64Of).filter((form) => form.length >= SHORTEST)
  return (text, found) => {
    if (named.length === 0) return
    findForms(inSmallLetters(text), inAnyCase, found)
    findForms(text, inBase64, found)
  }
}

function findForms(text: string, forms: readonly string[], found: Parameters<Finder>[1]): void {
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      found(at, at + form.length)
}

const ASCII = /^[\0-\x7f]*$/

/** Of ASCII alone: other letters may become more than one, and every later position would shift. */
function inSmallLetters(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** A key without the documented prefix, unless the rest looks like an ordinary word. */
function withoutPrefix(secret: string): readonly string[] {
  const rest = restOf(secret)
  return rest.length >= SHORTEST && !NAME.test(rest) ? [rest] : []
}

function restOf(key: string): string {
  return key.toLowerCase().startsWith(TEST_KEY_PREFIX) ? key.slice(TEST_KEY_PREFIX.length) : ''
}

/** The word that somebody chose as a TEST key, without its prefix; null for a key that may be a secret. */
export function wordOfKey(key: string): string | null {
  const rest = restOf(key)
  return rest !== '' && NAME.test(rest) ? rest : null
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
