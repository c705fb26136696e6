import { countWhile } from './count-while.ts'
import { type Finder, findAnyKey, searched, secretFinder } from './key-forms.ts'

/** Replaces a key in everything that is recorded, reported or printed. */
export const REDACTED = '[key]'

/** How often a text is unescaped. No program reads deeper escapes by accident. */
const MOST_LAYERS = 5

/**
 * A text without keys: everything that looks like one, and each named secret; plain, in hexadecimal, in Base64 or
 * Base64url, and each of them percent-encoded or escaped for JSON, also twice. A named key is found without its prefix.
 *
 * @example
 * redact('Bearer pk_test_abc') // 'Bearer [key]'
 * redact('/ping?key=%70k_test_abc') // '/ping?key=[key]'
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return secrets.length === 0 ? withoutAnyKey(text) : redactor(secrets)(text)
}

/**
 * {@link redact} for many texts and the same secrets.
 *
 * @param known what finds further ones, made once by `secretFinder` for many redactors.
 */
export function redactor(secrets: readonly string[], known?: Finder): (text: string) => string {
  const finders = [findAnyKey, ...(known === undefined ? [] : [known]), secretFinder(secrets)]
  return (text) => withoutRanges(text, keysIn(text, finders))
}

const withoutAnyKey = redactor([])

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

/** Whether a text holds what a finder finds, in any layer of escapes. */
export function findsIn(text: string, find: Finder): boolean {
  return keysIn(text, [find]).length > 0
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

/** A text without one layer of escapes, and the position of each part in the escaped text. */
type Unescaped = {
  readonly text: string
  /** The part of the escaped text that a part of this one was written as. */
  sourceOf(range: Range): Range
}

/** From the first character to before the last. */
type Range = readonly [start: number, end: number]

/** The position of one escape, and the position of its unescaped form. */
type Escape = { readonly at: number; readonly end: number; readonly source: Range }

/**
 * A percent-encoded octet, or several of one character (RFC 3986, section 2.1); an escape of JSON (RFC 8259, section 7), or
 * of HTML by its number.
 */
const ESCAPES = /%[0-7][\da-f]|(?:%[89a-f][\da-f])+|\\u[\da-f]{4}|\\["\\/]|&#(?:x[\da-f]{1,6}|\d{1,7});/gi

const UTF8 = new TextDecoder()

/**
 * A text without its percent-encoding and its escapes of JSON and HTML, in either case of their digits, one layer of them.
 *
 * @returns `undefined` where it has none.
 *
 * @example
 * unescaped('%70k_test_1')?.text // 'pk_test_1'
 */
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

/** Where the character at an index was written. */
function sourceAt(escapes: readonly Escape[], index: number): Range {
  const before = escapes[countWhile(escapes, ({ at }) => at <= index) - 1]
  if (before === undefined) return [index, index + 1]
  if (index < before.end) return before.source
  const start = before.source[1] + index - before.end
  return [start, start + 1]
}
