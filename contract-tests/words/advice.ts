import type { Lesson } from '../../contract/report/report.ts'
import type { Row } from '../judge/checks.ts'

/** The usual cause of a row, and the smallest fix. */
export function adviceOn(_row: Row): Lesson | null {
  return null
}
