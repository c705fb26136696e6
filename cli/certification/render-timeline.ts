import type { ScenarioReport } from '../../contract/report/report.ts'
import { closingLines, timelineLine } from '../../reporting/text/timeline-lines.ts'
import { printable } from '../terminal/printable.ts'
import { type Paint, wrapBeside } from '../terminal/terminal.ts'

/** How many requests are shown around the first that breaks the clause. */
const BEFORE = 5
const AFTER = 4

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
  const { timeline, omitted } = scenario
  const marked = timeline.findIndex(({ breaks }) => breaks.includes(clause))
  const [from, to] = marked < 0 ? [0, BEFORE + AFTER] : [Math.max(0, marked - BEFORE), marked + AFTER]
  const shown = timeline.slice(from, to)
  const rest = timeline.length - from - shown.length + omitted
  return [
    ...(from > 0 ? [paint('dim', `  … ${from} before`)] : []),
    ...shown.flatMap((entry) => {
      const line = printable(timelineLine(entry, scenario), LONGEST_LINE)
      return requestLines(line, entry.breaks.includes(clause), paint, width)
    }),
    ...(rest > 0 ? [paint('dim', `  … ${rest} more`)] : closingLines(scenario).map((line) => `  ${line}`)),
  ]
}

function requestLines(line: string, isMarked: boolean, paint: Paint, width: number): string[] {
  const parts = wrapBeside(isMarked ? '▸ ' : ' '.repeat(INDENT), line, HANGING, width)
  return isMarked ? parts.map((part) => paint('red', part)) : parts
}
