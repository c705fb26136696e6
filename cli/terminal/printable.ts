import { legible } from '../../contract/text/harmless.ts'

const LONGEST = 60

/** A text of somebody else's as a line of a terminal may show it: legible, cut short, and on that line alone. */
export function printable(text: string, longest = LONGEST): string {
  const shown = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return legible(shown).replaceAll('\n', '\\u000a').replaceAll('\t', '\\u0009')
}
