import type { ScenarioReport } from '../../../contract/report/report.ts'
import { legible } from '../../../contract/text/harmless.ts'

// Widths at 12 px in the widest font of the page: a label is never wider than computed.
const WIDTHS: readonly [characters: RegExp, width: number][] = [
  [/[ijlft.,:;'|! ()[\]/·-]/, 4.8],
  [/[a-z0-9+*=_]/, 7.6],
  [/[A-Z&%@#…✕]/, 9.6],
]
const WIDEST = 15
const WIDE_LETTERS = /[mwMW]/
const WIDE_LETTER = 12

/** The maximum width of a label, in pixels. */
export function labelWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + characterWidth(character), 0)
}

function characterWidth(character: string): number {
  if (WIDE_LETTERS.test(character)) return WIDE_LETTER
  return WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? WIDEST
}

/**
 * Any text as a label on one line, legible, and cut to a width.
 *
 * @param limit in pixels.
 */
export function shortened(text: string, limit: number): string {
  const line = legible(text).replaceAll(/\s+/g, ' ')
  if (labelWidth(line) <= limit) return line
  let shown = ''
  for (const character of line) {
    if (labelWidth(`${shown}${character}…`) > limit) break
    shown += character
  }
  return `${shown}…`
}

/** A reference that a client chose, and its letter in a picture. */
type LetteredReference = { readonly letter: string; readonly reference: string }

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The references of a scenario in the order of their first request, if it has more than one; else none. */
export function letteredReferences({ timeline }: ScenarioReport): LetteredReference[] {
  const references = [...new Set(timeline.flatMap(({ partnerReference }) => partnerReference ?? []))]
  if (references.length < 2) return []
  return references.map((reference, index) => ({ letter: LETTERS[index] ?? `#${index + 1}`, reference }))
}
