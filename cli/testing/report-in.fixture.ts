import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Report, reportSchema } from '../../contract/report/report.ts'

/** The report that a run left in a folder. */
export function reportIn(folder: string): Report {
  return reportSchema.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
}
