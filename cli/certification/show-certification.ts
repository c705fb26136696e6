import type { Judgement } from '../../certification/judge-journal.ts'
import { harmless, legible } from '../../contract/text/harmless.ts'
import { toCertificate } from '../../reporting/html/page.ts'
import { clientsLog } from '../../reporting/text/clients-log.ts'
import { writeWhole } from '../files/files.ts'
import { informWorkflow } from '../files/github.ts'
import { reportFiles, writeReport } from '../files/report-files.ts'
import { type Io, print } from '../io.ts'
import { paintFor, widthOf } from '../terminal/terminal.ts'
import { renderCertification } from './render-certification.ts'

/** What a recording is called beside its report. */
export const JOURNAL_FILE = 'journal.jsonl'

/**
 * What is written of a certification: the folder of its report, and the file of the certificate alone. `jobs` is how
 * many scenarios ran at a time, where that is known and was not all.
 */
type Written = { readonly report?: string; readonly certificate?: string; readonly jobs?: number }

/**
 * Prints a certification, reports it to a workflow, and writes what is asked for.
 *
 * @param journal is beside the report.
 * @throws {InputError} when a file can't be written.
 */
export function showCertification(
  judgement: Judgement,
  journal: string,
  { report: folder, certificate, jobs }: Written,
  io: Io,
): void {
  const note = judgement.note && legible(judgement.note)
  const shown = { ...judgement, note, report: harmless(judgement.report) }
  print(io, renderCertification(shown, paintFor(io.stdout, io.env), widthOf(io.stdout), jobs))
  informWorkflow(judgement.report, io)
  if (folder !== undefined) {
    // The journal first: a report without its journal could not be checked.
    const log = clientsLog(shown.report)
    const files = {
      [JOURNAL_FILE]: journal,
      ...reportFiles(judgement.report),
      ...(log !== null && { 'clients.log': log }),
    }
    writeReport(folder, files, io)
  }
  if (certificate !== undefined) {
    writeWhole(certificate, toCertificate(shown.report), io)
    print(io, `\nCertificate: ${certificate}`)
  }
}
