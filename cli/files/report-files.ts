import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '../../contract/report/report.ts'
import { type Harmless, harmless } from '../../contract/text/harmless.ts'
import { toHtml } from '../../reporting/html/page.ts'
import { toJunit } from '../../reporting/junit/junit.ts'
import { toMarkdown } from '../../reporting/markdown/markdown.ts'
import { type Io, pathIn, print } from '../io.ts'
import { jsonFile, writeWhole } from './files.ts'
import { REPORT_FOLDER } from './report-folder.ts'

/** Every other form of a report, written next to `report.json`, by the name of its file. */
const FORMS: Readonly<Record<string, (report: Harmless<Report>) => string>> = {
  'report.html': toHtml,
  'junit.xml': toJunit,
  'summary.md': toMarkdown,
}

export function reportFiles(report: Report): Record<string, string> {
  const shown = harmless(report)
  const forms = Object.entries(FORMS).map(([name, render]) => [name, render(shown)])
  return { 'report.json': jsonFile(report), ...Object.fromEntries(forms) }
}

/** Each file atomically. Prints the address of the page for people. @throws {InputError} when one can't be written. */
export function writeReport(folder: string, files: Readonly<Record<string, string>>, io: Io): void {
  // Nobody commits it by accident.
  if (folder === REPORT_FOLDER) writeWhole(join(folder, '.gitignore'), '*\n', io)
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder, name), text, io)
  // On one line: terminals open it.
  print(io, `\nReport: ${pathToFileURL(resolve(pathIn(io, join(folder, 'report.html')))).href}`)
}
