import type { VariantReport } from '../../contract/report/report.ts'
import {
  dependencesIn,
  dependenceWords,
  gapWords,
  VERDICT_WORDS,
  variantTally,
} from '../text/variant-words.ts'
import { cell, prose } from './markdown-text.ts'

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
    '| | not shown | the other answer | what was seen |',
    '|---|---|---|---|',
    ...rows.map(rowLine),
    ...dependences.flatMap((row) => ['', `### ${cell(row.id)}`, '', prose(dependenceWords(row))]),
  ]
}

function rowLine(row: VariantReport): string {
  const { verdict, change, message } = row
  const seen = message === null ? '' : cell(message)
  return `| ${MARKS[verdict]} ${VERDICT_WORDS[verdict]} | ${cell(gapWords(row))} | ${cell(change)} | ${seen} |`
}
