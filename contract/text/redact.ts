import { TEST_KEY_PREFIX } from '../wire/auth.ts'

/** Replaces a key in everything that is recorded, reported or printed. */
export const REDACTED = '[key]'

/** Removes secrets from a text. */
export type Redactor = (text: string) => string

/**
 * Removes from a text everything that looks like a key, and each named secret: plain, in hexadecimal, in Base64 or
 * Base64url, and with each character percent-encoded or escaped for JSON, also twice. Of a named key, the part after its
 * prefix is removed, too.
 *
 * @example
 * redact('GET /ping?key=pk_test_1') // 'GET /ping?key=[key]'
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return secrets.length === 0 ? withoutAnyKey(text) : redactor(secrets)(text)
}

/** {@link redact} for many texts and the same secrets. */
export function redactor(secrets: readonly string[]): Redactor {
  const withoutNamed = namedRedactor(secrets)
  return (text) => withoutNamed(text.replace(ANY_KEY, REDACTED).replace(ANY_IN_BASE64, REDACTED))
}

/** Anything shorter is found in texts that have nothing to do with the secret. */
const SHORTEST = 8

/** Removes named secrets. A TEST key is found as any is: of it, the part after its prefix is named. */
function namedRedactor(secrets: readonly string[]): Redactor {
  const named = secrets.flatMap((secret) => [
    ...(TEST_KEY_FORM.test(secret) ? [] : [secret]),
    ...withoutPrefix(secret),
  ])
  // A secret may be the beginning of another one.
  const ordered = [...new Set(named)].filter(Boolean).sort((one, other) => other.length - one.length)
  if (ordered.length === 0) return (text) => text
  const inBase64 = ordered.flatMap(base64Of).filter((form) => form.length >= SHORTEST)
  const plain = new RegExp(
    ordered.flatMap((secret) => [units(secret).join(''), hexOf(secret)]).join('|'),
    'gi',
  )
  const encoded = new RegExp(inBase64.map(writtenInBase64).join('|') || NOTHING, 'g')
  let escaped: RegExp | undefined
  return (text) => {
    const rest = text.replace(plain, REDACTED).replace(encoded, REDACTED)
    if (!/[%\\&]/.test(rest)) return rest
    // It takes some milliseconds to make, and few texts need it.
    escaped ??= new RegExp(ordered.map(writtenAny).join('|'), 'gi')
    return rest.replace(escaped, REDACTED)
  }
}

const NOTHING = '(?!)'

/** A percent sign as it was encoded (RFC 3986, section 2.1), any number of times. */
const PERCENT = '%(?:25)*'
/** The backslashes of an escape of JSON (RFC 8259, section 7): JSON within JSON doubles them, and a URL encodes them. */
const BACKSLASH = `(?:\\\\|${PERCENT}5c)`
const BACKSLASHES = `${BACKSLASH}{1,16}`

/** A character of ASCII in any of its forms, by what it is, and by its two hexadecimal digits. */
function anyForm(plain: string, hex: string): string {
  return `(?:${plain}|${PERCENT}(?:${hex})|${BACKSLASHES}u00(?:${hex})|&#(?:x[\\da-f]{1,6}|\\d{1,7});)`
}

/** A text in which each character may be written in another form. */
function writtenAny(text: string): string {
  return Array.from(text, writtenCharacter).join('')
}

function writtenCharacter(character: string): string {
  const plain = units(character).join('')
  const octets = Array.from(new TextEncoder().encode(character), (octet) => PERCENT + hexDigits(octet, 2))
  const escapes = units(character).map((unit) => `${BACKSLASHES}${unit.slice(1)}`)
  const code = character.codePointAt(0) ?? 0
  const forms = [plain, octets.join(''), escapes.join(''), `&#(?:0*${code}|x0*${code.toString(16)});`]
  if ('"\\/'.includes(character)) forms.push(`${BACKSLASHES}(?:${plain}|${octets.join('')})`)
  return `(?:${forms.join('|')})`
}

/** The units of a text as escapes, as an expression has them, and JSON. */
function units(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => `\\u${hexDigits(text.charCodeAt(at), 4)}`)
}

function writtenInBase64(form: string): string {
  return form.replace(/[+/]/g, (sign) =>
    sign === '+' ? `(?:[+-]|${PERCENT}2[Bb])` : `(?:\\\\*[/_]|${PERCENT}2[Ff])`,
  )
}

/** The characters of a key after its prefix, in hexadecimal. */
const KEY_CHARACTER = '2d|3\\d|[46][1-9a-f]|[57][\\da]|5f'
const LETTER = '[46][1-9a-f]|[57][\\da]'

const TEST_KEY_FORM = /^pk_test_[\w-]+$/i
/** Any key with the documented prefix, with any characters after it: in any form, or in hexadecimal. */
const ANY_KEY = new RegExp(
  [
    `${writtenAny('pk_')}${anyForm('[a-z]', LETTER)}+?${writtenAny('_')}${anyForm('[\\w-]', KEY_CHARACTER)}+`,
    `[57]0[46]b5f(?:${LETTER})+?5f(?:${KEY_CHARACTER})+`,
  ].join('|'),
  'gi',
)
const ANY_IN_BASE64 = new RegExp(
  `(?:${base64Of(TEST_KEY_PREFIX).map(writtenInBase64).join('|')})(?:[\\w+-]|\\\\*/|${PERCENT}2[BbFf])*(?:=|${PERCENT}3[Dd])*`,
  'g',
)

const withoutAnyKey = redactor([])

/** Words and short numbers, such as `small_balance` or `worker-3`: a name that somebody chose, and uses elsewhere. */
const NAME = /^[a-z]{0,12}\d{0,4}(?:[-_][a-z]{0,12}\d{0,4})*$/i

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

function hexDigits(value: number, length: number): string {
  return value.toString(16).padStart(length, '0')
}

function hexOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (octet) => hexDigits(octet, 2)).join('')
}

/** The characters that a text alone decides in Base64 (RFC 4648), for each of the three places where a group may begin in it. */
function base64Of(text: string): string[] {
  const bytes = new TextEncoder().encode(text)
  return [0, 1, 2].map((before) => {
    const encoded = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes))
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}
