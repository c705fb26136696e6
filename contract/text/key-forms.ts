import { TEST_KEY_PREFIX } from '../wire/auth.ts'

/** Anything shorter is found in texts that have nothing to do with the secret. */
const SHORTEST = 8

/** Words and short numbers, such as `small_balance` or `worker-3`: a name that somebody chose, and uses elsewhere. */
const NAME = /^[a-z]{0,12}\d{0,4}(?:[-_][a-z]{0,12}\d{0,4})*$/i

const KEY_CHARACTER_IN_HEX = '2d|3\\d|[46][1-9a-f]|[57][\\da]|5f'

/** A text without escapes, as several finders look at it. */
export type Searched = {
  readonly text: string
  readonly small: string
  /** Whether it may hold a key with the documented prefix in some form: most texts can't, and are not searched for each key. */
  readonly mayHold: boolean
}

/** Finds parts of a text, and hands over where each begins and ends. */
export type Finder = (searched: Searched, found: Found) => void
type Found = (start: number, end: number) => void

const ANY_KEY = new RegExp(
  `pk_[a-z]+_[\\w-]+|[57]0[46]b5f(?:[46][1-9a-f]|[57][\\da])+?5f(?:${KEY_CHARACTER_IN_HEX})+`,
  'gi',
)
const PREFIX_IN_BASE64 = [...new Set(base64Of(TEST_KEY_PREFIX))]
const ANY_IN_BASE64 = new RegExp(`(?:${PREFIX_IN_BASE64.join('|')})[A-Za-z0-9+/_-]*=*`, 'g')
/** In small letters, what any key has: plain, or in hexadecimal. */
const IN_ANY_KEY = ['pk_', 'b5f']

/** Looks at a text once, for all finders. */
export function searched(text: string): Searched {
  const small = inSmallLetters(text)
  const mayHold =
    IN_ANY_KEY.some((part) => small.includes(part)) || PREFIX_IN_BASE64.some((part) => text.includes(part))
  return { text, small, mayHold }
}

/** Finds any key with the documented prefix, with any characters after it: plain, in hexadecimal, in Base64. */
export const findAnyKey: Finder = ({ text, mayHold }, found) => {
  if (!mayHold) return
  for (const pattern of [ANY_KEY, ANY_IN_BASE64])
    for (const { 0: key, index } of text.matchAll(pattern)) found(index, index + key.length)
}

/**
 * Finds some secrets: plain, in hexadecimal, and in Base64 or Base64url, alone or with something before and after
 * (RFC 4648). A key is found without its prefix as well.
 */
export function secretFinder(secrets: readonly string[]): Finder {
  const named = [...new Set(secrets.flatMap((secret) => [secret, ...withoutPrefix(secret)]))].filter(Boolean)
  const isKey = (secret: string) => secret.startsWith(TEST_KEY_PREFIX)
  const findKeys = finderOf(named.filter(isKey))
  const findOthers = finderOf(named.filter((secret) => !isKey(secret)))
  return (searched, found) => {
    if (searched.mayHold) findKeys(searched, found)
    findOthers(searched, found)
  }
}

function finderOf(secrets: readonly string[]): Finder {
  const inAnyCase = secrets.flatMap((secret) => [inSmallLetters(secret), hexOf(secret)])
  const inBase64 = secrets.flatMap(base64Of).filter((form) => form.length >= SHORTEST)
  return ({ text, small }, found) => {
    findForms(small, inAnyCase, found)
    findForms(text, inBase64, found)
  }
}

function findForms(text: string, forms: readonly string[], found: Found): void {
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
