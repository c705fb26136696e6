import type { Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { ADVICE, type AdviceRow } from '../../reporting/text/causes.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../../reporting/text/notes.ts'
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
