import type { Report } from '../../../contract/report/report.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import type { Observed } from '../../../contract-tests/drift/observed-schema.ts'
import { informWorkflow } from '../../files/github.ts'
import { jsonFile, reportFiles, writeReport } from '../../files/report-files.ts'
import { type Io, print } from '../../io.ts'
import { paintFor, widthOf } from '../../terminal/terminal.ts'
import { renderReport } from './render.ts'

/**
 * Prints a report, and writes its files into a folder, if one is named.
 *
 * @param observed the shape of what was answered; null if the run ended early.
 * @throws {InputError} when a file can't be written.
 */
export function showReport(
  report: Report,
  observed: Observed | null,
  folder: string | undefined,
  io: Io,
): void {
  print(io, renderReport(harmless(report), paintFor(io.stdout, io.env), widthOf(io.stdout)))
  informWorkflow(report, io)
  if (folder === undefined) return
  const shapes = observed === null ? {} : { 'observed.json': jsonFile(observed) }
  writeReport(folder, { ...reportFiles(report), ...shapes }, io)
}
