import type { ScenarioReport } from '../../contract/report/report.ts'
import { closingLines, excerptOf, timelineLine } from '../../reporting/text/timeline-lines.ts'
import { printable } from '../terminal/printable.ts'
import { type Paint, wrapBeside } from '../terminal/terminal.ts'

const LONGEST_LINE = 400
const INDENT = 2
/** Further lines of a request are indented to its method. */
const HANGING = 10

/** The client's timeline of a scenario, around the request that breaks a clause, which is marked. */
export function timelineText(
  scenario: ScenarioReport,
  clause: string,
  paint: Paint,
  width: number,
): string[] {
  const { before, shown, after } = excerptOf(scenario, clause)
  return [
    ...(before > 0 ? [paint('dim', `  … ${before} before`)] : []),
    ...shown.flatMap((entry) => {
      const line = printable(timelineLine(entry, scenario), LONGEST_LINE)
      return requestLines(line, entry.breaks.includes(clause), paint, width)
    }),
    ...(after > 0 ? [paint('dim', `  … ${after} more`)] : closingLines(scenario).map((line) => `  ${line}`)),
  ]
}

function requestLines(line: string, isMarked: boolean, paint: Paint, width: number): string[] {
  const parts = wrapBeside(isMarked ? '▸ ' : ' '.repeat(INDENT), line, HANGING, width)
  return isMarked ? parts.map((part) => paint('red', part)) : parts
}
