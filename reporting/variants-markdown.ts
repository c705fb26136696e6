import type { VariantReport } from '../contract/report.ts'
import { legible } from './html/legible.ts'
import { cell, code } from './markdown-text.ts'
import { dependencesIn, dependenceWords, gapWords, VERDICT_WORDS, variantTally } from './variant-words.ts'

const MARKS = { independent: '✅', depends: '🔷', 'not-observed': '⚪' } as const

/** A matrix of assumptions as a table, and each dependence in full. */
export function variantLines(rows: readonly VariantReport[]): string[] {
  const dependences = dependencesIn(rows)
  return [
    '',
    '## Other answers',
    '',
    `${variantTally(rows)}.`,
    '',
    '| | not shown | answered otherwise | what was seen |',
    '|---|---|---|---|',
    ...rows.map(rowLine),
    ...dependences.flatMap((row) => ['', `### ${cell(legible(row.id))}`, '', wordsOf(row)]),
  ]
}

function rowLine(row: VariantReport): string {
  const { verdict, change, message } = row
  const seen = message === null ? '' : cell(legible(message))
  return `| ${MARKS[verdict]} ${VERDICT_WORDS[verdict]} | ${cell(gapWords(row))} | ${cell(legible(change))} | ${seen} |`
}

/** What stands between backticks is code there, too. */
function wordsOf(row: VariantReport): string {
  const parts = legible(dependenceWords(row)).split('`')
  const isPaired = parts.length % 2 === 1
  return parts.map((part, index) => (isPaired && index % 2 === 1 ? code(part) : cell(part))).join('')
}
