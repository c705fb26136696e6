import type { Report } from '../contract/report.ts'
import { toBadge } from '../contract-tests/reporters/badge.ts'
import { toHtml } from '../contract-tests/reporters/html/page.ts'
import { toJunit } from '../contract-tests/reporters/junit.ts'
import { toMarkdown } from '../contract-tests/reporters/markdown.ts'
import { writeFiles } from './files.ts'
import { annotations, appendJobSummary } from './github.ts'
import { renderReport } from './render-report.ts'
import { paintFor, widthOf } from './terminal.ts'

/** Every rendering of a report that is written beside `report.json`. */
const RENDERINGS: Readonly<Record<string, (report: Report) => string>> = {
  'report.json': (report) => `${JSON.stringify(report, null, 2)}\n`,
  'report.html': toHtml,
  'junit.xml': toJunit,
  'summary.md': toMarkdown,
  'badge.svg': toBadge,
}

/** Prints a report, tells a workflow of it, and writes its renderings into a folder, if one is named. */
export function publish(report: Report, folder: string | undefined): void {
  print(renderReport(report, paintFor(process.stdout), widthOf(process.stdout)))
  if (process.env.GITHUB_ACTIONS === 'true') {
    for (const annotation of annotations(report)) print(annotation)
    appendJobSummary(process.env, toMarkdown(report))
  }
  if (folder === undefined) return
  writeFiles(
    folder,
    Object.fromEntries(Object.entries(RENDERINGS).map(([name, render]) => [name, render(report)])),
  )
  print(`\nReport: ${folder}/ (${Object.keys(RENDERINGS).join(', ')})`)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
