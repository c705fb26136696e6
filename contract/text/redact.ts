import { TEST_KEY_PREFIX } from '../wire/auth.ts'
import { countWhile } from './count-while.ts'

/** Replaces a key in everything that is recorded, reported or printed. */
export const REDACTED = '[key]'

/** How often a text is unescaped. No program reads deeper escapes by accident. */
const MOST_LAYERS = 5

/**
 * A text without keys: everything that looks like one, and each named secret; plain, in hexadecimal, in Base64 or
 * Base64url, and each of them percent-encoded or escaped for JSON, also twice. A named key is found without its prefix.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return secrets.length === 0 ? withoutAnyKey(text) : redactor(secrets)(text)
}

/** {@link redact} for many texts and the same secrets; `known` finds further ones, made once by `secretFinder`. */
export function redactor(secrets: readonly string[], known?: Finder): (text: string) => string {
  const finders = [findAnyKey, ...(known === undefined ? [] : [known]), secretFinder(secrets)]
  return (text) => withoutRanges(text, keysIn(text, finders))
}

/** Where the keys are in a text. A layer is searched before it is unescaped: a secret may hold what looks like an escape. */
function keysIn(text: string, finders: readonly Finder[]): Range[] {
  const found: Range[] = []
  const layers: Unescaped[] = []
  const note = (start: number, end: number) => void found.push(sourceThrough(layers, [start, end]))
  for (let layer = text; ; ) {
    const looked = searched(layer)
    for (const find of finders) find(looked, note)
    const next = layers.length < MOST_LAYERS ? unescaped(layer) : undefined
    if (next === undefined) return found
    layers.push(next)
    layer = next.text
  }
}

function sourceThrough(layers: readonly Unescaped[], range: Range): Range {
  return layers.reduceRight((inner, layer) => layer.sourceOf(inner), range)
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text
  let rest = ''
  let end = 0
  for (const range of ranges.toSorted(([one], [other]) => one - other)) {
    if (range[0] >= end) rest += text.slice(end, range[0]) + REDACTED
    end = Math.max(end, range[1])
  }
  return rest + text.slice(end)
}

type Unescaped = {
  readonly text: string
  /** The part of the escaped text that a part of this one was written as. */
  sourceOf(range: Range): Range
}

type Range = readonly [start: number, end: number]

type Escape = { readonly at: number; readonly end: number; readonly source: Range }

/**
 * A percent-encoded octet, or several of one character (RFC 3986, section 2.1); an escape of JSON (RFC 8259, section 7), or
 * of HTML by its number.
 */
const ESCAPES = /%[0-7][\da-f]|(?:%[89a-f][\da-f])+|\\u[\da-f]{4}|\\["\\/]|&#(?:x[\da-f]{1,6}|\d{1,7});/gi

const UTF8 = new TextDecoder()

/** A text without one layer of percent-encoding and of escapes of JSON and HTML; undefined where it has none. */
function unescaped(text: string): Unescaped | undefined {
  if (!text.includes('%') && !text.includes('\\') && !text.includes('&#')) return undefined
  const escapes: Escape[] = []
  let shift = 0
  const plain = text.replace(ESCAPES, (written, start: number) => {
    const meaning = meaningOf(written)
    const at = start - shift
    shift += written.length - meaning.length
    escapes.push({ at, end: at + meaning.length, source: [start, start + written.length] })
    return meaning
  })
  if (escapes.length === 0) return undefined
  return {
    text: plain,
    sourceOf: ([start, end]) => [sourceAt(escapes, start)[0], sourceAt(escapes, end - 1)[1]],
  }
}

function meaningOf(written: string): string {
  if (written.startsWith('&#')) {
    const code = Number(written.slice(2, -1).replace(/^x/i, '0x'))
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  }
  if (written.startsWith('\\'))
    return written.length === 2
      ? written.slice(1)
      : String.fromCharCode(Number.parseInt(written.slice(2), 16))
  const octets = written.slice(1).split('%')
  return UTF8.decode(Uint8Array.from(octets, (octet) => Number.parseInt(octet, 16)))
}

function sourceAt(escapes: readonly Escape[], index: number): Range {
  const before = escapes[countWhile(escapes, ({ at }) => at <= index) - 1]
  if (before === undefined) return [index, index + 1]
  if (index < before.end) return before.source
  const start = before.source[1] + index - before.end
  return [start, start + 1]
}

/** Anything shorter is found in texts that have nothing to do with the secret. */
const SHORTEST = 8

/** Words and short numbers, such as `small_balance` or `worker-3`: a name that somebody chose, and uses elsewhere. */
const NAME = /^[a-z]{0,12}\d{0,4}(?:[-_][a-z]{0,12}\d{0,4})*$/i

const KEY_CHARACTER_IN_HEX = '2d|3\\d|[46][1-9a-f]|[57][\\da]|5f'

type Searched = {
  readonly text: string
  readonly small: string
  /** Whether it may hold a key with the documented prefix in some form: most texts can't, and are not searched for each key. */
  readonly mayHold: boolean
}

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

function searched(text: string): Searched {
  const small = inSmallLetters(text)
  const mayHold =
    IN_ANY_KEY.some((part) => small.includes(part)) || PREFIX_IN_BASE64.some((part) => text.includes(part))
  return { text, small, mayHold }
}

/** Finds any key with the documented prefix, with any characters after it: plain, in hexadecimal, in Base64. */
const findAnyKey: Finder = ({ text, mayHold }, found) => {
  if (!mayHold) return
  for (const pattern of [ANY_KEY, ANY_IN_BASE64])
    for (const { 0: key, index } of text.matchAll(pattern)) found(index, index + key.length)
}

const withoutAnyKey = redactor([])

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
