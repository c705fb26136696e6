import type { Report } from '../../contract/report/report.ts'
import { type Harmless, harmless, legibleJson } from '../../contract/text/harmless.ts'
import type { Observed } from '../../contract-tests/drift/observed-schema.ts'
import { toBadge } from '../../reporting/badge.ts'
import { toHtml } from '../../reporting/html/page.ts'
import { toJunit } from '../../reporting/text/junit.ts'
import { toMarkdown } from '../../reporting/text/markdown.ts'
import { renderReport } from '../commands/verify/render.ts'
import { type Io, print } from '../io.ts'
import { paintFor, widthOf } from '../terminal/terminal.ts'
import { writeFiles } from './files.ts'
import { annotations, appendJobSummary } from './github.ts'

/** Every rendering of a report that is written beside `report.json`. */
const RENDERINGS: Readonly<Record<string, (report: Harmless<Report>) => string>> = {
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
export function publish(report: Report, observed: Observed | null, folder: string | undefined, io: Io): void {
  print(io, renderReport(harmless(report), paintFor(io.stdout, io.env), widthOf(io.stdout)))
  tellWorkflow(report, io)
  if (folder === undefined) return
  const files = {
    ...renderings(report),
    ...(observed !== null && { 'observed.json': toJson(observed) }),
  }
  writeFiles(folder, files, io)
  print(io, `\nReport: ${folder}/ (${Object.keys(files).join(', ')})`)
}

/** A report in every form, by the name of its file. */
export function renderings(report: Report): Record<string, string> {
  const shown = harmless(report)
  const rendered = Object.entries(RENDERINGS).map(([name, render]) => [name, render(shown)])
  return { 'report.json': toJson(report), ...Object.fromEntries(rendered) }
}

/** Annotates a workflow of GitHub Actions, and adds to the summary of its job. */
export function tellWorkflow(report: Report, io: Io): void {
  if (io.env.GITHUB_ACTIONS !== 'true') return
  const shown = harmless(report)
  for (const annotation of annotations(shown)) print(io, annotation)
  appendJobSummary(toMarkdown(shown), io)
}

function toJson(document: unknown): string {
  return `${legibleJson(JSON.stringify(document, null, 2))}\n`
}
