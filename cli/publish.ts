import type { Report } from '../contract/report.ts'
import type { Observed } from '../contract-tests/observed/observed-schema.ts'
import { toBadge } from '../reporting/badge.ts'
import { toHtml } from '../reporting/html/page.ts'
import { toJunit } from '../reporting/junit.ts'
import { toMarkdown } from '../reporting/markdown.ts'
import { writeFiles } from './files.ts'
import { annotations, appendJobSummary } from './github.ts'
import { renderReport } from './render-report.ts'
import { paintFor, widthOf } from './terminal.ts'

/** Every rendering of a report that is written beside `report.json`. */
const RENDERINGS: Readonly<Record<string, (report: Report) => string>> = {
  'report.json': toJson,
  'report.html': toHtml,
  'junit.xml': toJunit,
  'summary.md': toMarkdown,
  'badge.svg': toBadge,
}

/**
 * Prints a report, tells a workflow of it, and writes its renderings into a folder, if one is named.
 *
 * @param observed the shape of what was answered; null where the run did not come to its end.
 */
export function publish(report: Report, observed: Observed | null, folder: string | undefined): void {
  print(renderReport(report, paintFor(process.stdout), widthOf(process.stdout)))
  tellWorkflow(report)
  if (folder === undefined) return
  const files = {
    ...renderings(report),
    ...(observed !== null && { 'observed.json': toJson(observed) }),
  }
  writeFiles(folder, files)
  print(`\nReport: ${folder}/ (${Object.keys(files).join(', ')})`)
}

/** A report in every form, by the name of its file. */
export function renderings(report: Report): Record<string, string> {
  return Object.fromEntries(Object.entries(RENDERINGS).map(([name, render]) => [name, render(report)]))
}

/** Annotates a workflow of GitHub Actions, and adds to the summary of its job. */
export function tellWorkflow(report: Report): void {
  if (process.env.GITHUB_ACTIONS !== 'true') return
  for (const annotation of annotations(report)) print(annotation)
  appendJobSummary(process.env, toMarkdown(report))
}

function toJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
