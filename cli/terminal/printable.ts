import { legible } from '../../contract/text/harmless.ts'

const LONGEST = 60

/** A foreign text as one line of a terminal: legible and shortened. */
export function printable(text: string, longest = LONGEST): string {
  const shown = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return legible(shown).replaceAll('\n', '\\u000a').replaceAll('\t', '\\u0009')
}
