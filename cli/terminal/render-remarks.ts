import type { Report } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../../reporting/text/remarks.ts'
import { type Paint, wrapBeside } from './terminal.ts'

const INDENT = 4

/** The remarks of a report as a section for a terminal; empty without remarks. */
export function remarkLines({ remarks }: Harmless<Report>, paint: Paint, width: number): string[] {
  const groups = groupRemarks(remarks)
  if (groups.length === 0) return []
  const entries = groups.flatMap((group) => wrapBeside('  · ', remarkText(group), INDENT, width))
  return ['', paint('bold', REMARKS_TITLE), ...entries]
}
