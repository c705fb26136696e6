import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Report, reportSchema } from '../../contract/report/report.ts'
import { changesSince } from '../../contract/report/since.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { type Folder, InputError, pathIn } from '../io.ts'
import { readText } from './files.ts'

const OPTION = '--compare-report'

/**
 * The report that `--compare-report` names, by its file or its folder.
 *
 * @throws {InputError} when it can't be read, or is no report of this kind of run.
 */
export function earlierReport(path: string, kind: Report['kind'], folder: Folder): Report {
  const isFolder = statSync(pathIn(folder, path), { throwIfNoEntry: false })?.isDirectory() === true
  const file = isFolder ? join(path, 'report.json') : path
  const { data } = reportSchema.safeParse(parseJson(readText(file, OPTION, folder)))
  if (data?.kind === kind) return data
  const found = data === undefined ? 'no report' : `a report of \`${data.kind}\``
  throw new InputError(`${OPTION} ${file}: found ${found}. Name the report.json of an earlier \`${kind}\`.`)
}

/** A report that also says what changed since an earlier one, if there is one. */
export function comparedWith(earlier: Report | undefined, report: Report): Report {
  return earlier === undefined ? report : { ...report, since: changesSince(earlier, report) }
}
