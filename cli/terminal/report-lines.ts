import type { Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { ADVICE, type AdviceRow } from '../../reporting/text/causes.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../../reporting/text/notes.ts'
import { firstLines, type Screen } from './terminal.ts'

export const INDENT = 4
const LABEL_WIDTH = 14

/** `most`: how many lines of it are shown. */
export function indented(text: string, { width }: Screen, most?: number): string[] {
  return firstLines(text, most, width - INDENT).map((line) => ' '.repeat(INDENT) + line)
}

/** Advice, each text behind its label, in `most` lines. A command is on one line: it is there to be copied. */
export function adviceLines(rows: readonly AdviceRow[], { paint, width }: Screen, most?: number): string[] {
  return rows.flatMap(({ label, text }) => {
    const head = ' '.repeat(INDENT) + paint('bold', label.padEnd(LABEL_WIDTH))
    if (ADVICE[label].form === 'output') {
      const margin = `\n${' '.repeat(INDENT + LABEL_WIDTH)}`
      return (head + text.replaceAll('\n', margin)).split('\n')
    }
    return ADVICE[label].form === 'command'
      ? head + text
      : firstLines(text, most, width - INDENT - LABEL_WIDTH).map(
          (line, index) => (index === 0 ? head : ' '.repeat(INDENT + LABEL_WIDTH)) + line,
        )
  })
}

export function remarkLines(
  { remarks }: Harmless<Report>,
  { paint, width }: Screen,
  most?: number,
): string[] {
  const groups = groupRemarks(remarks)
  if (groups.length === 0) return []
  const entries = groups.flatMap((group) =>
    firstLines(remarkText(group), most, width - INDENT).map(
      (line, index) => `${index === 0 ? '  · ' : '    '}${line}`,
    ),
  )
  return ['', paint('bold', REMARKS_TITLE), ...entries]
}
