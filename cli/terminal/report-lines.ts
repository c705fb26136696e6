import type { Report } from '../../contract/report/report.ts'
import { CHANGES, type Changed } from '../../contract/report/since.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { listed } from '../../contract/text/listed.ts'
import { ADVICE, type AdviceRow } from '../../reporting/text/causes.ts'
import {
  changesIn,
  changeWords,
  groupRemarks,
  REMARKS_TITLE,
  remarkText,
  SINCE_TITLE,
  sinceSentence,
} from '../../reporting/text/notes.ts'
import { LOOKS } from '../../reporting/text/said.ts'
import { type Screen, wrapBeside, wrapIndented } from './terminal.ts'

export const INDENT = 4
const LABEL_WIDTH = 14

export function indented(text: string, { width }: Screen): string[] {
  return wrapIndented(text, INDENT, width)
}

/** Advice, each text behind its label. A command is on one line: it is there to be copied. */
export function adviceLines(rows: readonly AdviceRow[], { paint, width }: Screen): string[] {
  return rows.flatMap(({ label, text }) => {
    const head = ' '.repeat(INDENT) + paint('bold', label.padEnd(LABEL_WIDTH))
    if (ADVICE[label].form === 'output') {
      const margin = `\n${' '.repeat(INDENT + LABEL_WIDTH)}`
      return (head + text.replaceAll('\n', margin)).split('\n')
    }
    return ADVICE[label].form === 'command'
      ? head + text
      : wrapBeside(head, text, INDENT + LABEL_WIDTH, width)
  })
}

export function remarkLines({ remarks }: Harmless<Report>, { paint, width }: Screen): string[] {
  const groups = groupRemarks(remarks)
  if (groups.length === 0) return []
  const entries = groups.flatMap((group) => wrapBeside('  · ', remarkText(group), INDENT, width))
  return ['', paint('bold', REMARKS_TITLE), ...entries]
}

const CHANGE_WIDTH = 8
const MOST_SCENARIOS = 4

export function sinceLines(since: Report['since'], { paint, width }: Screen): string[] {
  if (since === undefined) return []
  const entryOf = (change: Changed['change'], text: string) => {
    const { sign, style } = LOOKS[change]
    return wrapBeside(`  ${paint(style, `${sign} ${change.padEnd(6)}`)}`, text, 2 + CHANGE_WIDTH, width)
  }
  const entries = changesIn(since.clauses).flatMap((one) =>
    entryOf(one.change, `${one.id}: ${changeWords(one)}`),
  )
  const scenarios = CHANGES.flatMap((change) => {
    const skus = since.scenarios.flatMap((one) => (one.change === change ? [one.id] : []))
    return skus.length === 0 ? [] : entryOf(change, listed(skus, MOST_SCENARIOS))
  })
  return [
    '',
    paint('bold', SINCE_TITLE),
    ...wrapIndented(sinceSentence(since), 2, width),
    ...entries,
    ...scenarios,
  ]
}
