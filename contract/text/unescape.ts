/** A text without one layer of escapes, and the position of each part in the escaped text. */
export type Unescaped = {
  readonly text: string
  /** The part of the escaped text that a part of this one was written as. */
  sourceOf(range: Range): Range
}

/** From the first character to before the last. */
export type Range = readonly [start: number, end: number]

/** The position of one escape, and the position of its unescaped form. */
type Escape = { readonly at: number; readonly end: number; readonly source: Range }

/** A percent-encoded octet, or several of one character (RFC 3986, section 2.1); an escape of JSON (RFC 8259, section 7). */
const ESCAPES = /%([0-7][\da-f])|(?:%[89a-f][\da-f])+|\\u([\da-f]{4})|\\(["\\/])/gi

const UTF8 = new TextDecoder()

/**
 * A text without its percent-encoding and its JSON escapes, in either case of their digits, one layer of them.
 *
 * @returns `undefined` where it has none.
 *
 * @example
 * unescaped('%70k_test_1')?.text // 'pk_test_1'
 */
export function unescaped(text: string): Unescaped | undefined {
  if (!text.includes('%') && !text.includes('\\')) return undefined
  const escapes: Escape[] = []
  let shift = 0
  const plain = text.replace(ESCAPES, (written, octet, unit, character, start: number) => {
    const meaning = meaningOf(written, octet ?? unit, character)
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

function meaningOf(written: string, code: string | undefined, character: string | undefined): string {
  if (character !== undefined) return character
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  const octets = written.slice(1).split('%')
  return UTF8.decode(Uint8Array.from(octets, (octet) => Number.parseInt(octet, 16)))
}

/** Where the character at an index was written. */
function sourceAt(escapes: readonly Escape[], index: number): Range {
  let [low, high] = [0, escapes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((escapes[middle]?.at ?? 0) <= index) low = middle + 1
    else high = middle
  }
  const before = escapes[low - 1]
  if (before === undefined) return [index, index + 1]
  if (index < before.end) return before.source
  const start = before.source[1] + index - before.end
  return [start, start + 1]
}
