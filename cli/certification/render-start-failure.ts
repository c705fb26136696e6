import type { ClauseReport, Report } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'
import { type AdviceRow, startFailureRows } from '../../reporting/text/advice.ts'
import { isWarning } from '../../reporting/text/blame.ts'
import { counted } from '../../reporting/text/counted.ts'
import { adviceLines, indented } from '../terminal/labelled.ts'
import type { Paint } from '../terminal/terminal.ts'

/** Why no scenario could begin, in place of every clause that could not be observed for that. */
export function startFailureLines(
  failure: StartFailure,
  { clauses }: Report,
  paint: Paint,
  width: number,
): string[] {
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed').length
  const warnings = clauses.filter(isWarning).map(({ id }) => id)
  return [
    '',
    `${paint('yellow', '○')} ${paint('bold', 'The client could not begin')}`,
    ...indented(failure.message, width),
    '',
    ...adviceLines(rowsOf(failure, clauses), paint, width),
    '',
    ...indented(`${counted(unseen, 'clause')} could not be observed, for this one cause.`, width),
    ...(warnings.length === 0
      ? []
      : indented(`Warnings, perhaps for the same cause: ${warnings.join(', ')}.`, width)),
  ]
}

/** What a broken clause says further up is not said again. */
function rowsOf(failure: StartFailure, clauses: readonly ClauseReport[]): readonly AdviceRow[] {
  const isSaid = clauses.some(({ checks }) => checks.some(({ lesson }) => lesson?.remedy === failure.remedy))
  return startFailureRows(failure).filter(({ label }) => !isSaid || label === 'Near miss')
}
