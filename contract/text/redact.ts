import { type Finder, findAnyKey, secretFinder } from './key-forms.ts'
import { type Range, type Unescaped, unescaped } from './unescape.ts'

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
    for (const find of finders) find(layer, note)
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
