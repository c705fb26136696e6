import type { Judgement } from '../../certification/judge-journal.ts'
import { statementOf } from '../../certification/report/statement.ts'
import type { Report } from '../../contract/report/report.ts'
import { type Harmless, harmless, legible } from '../../contract/text/harmless.ts'
import { toCertificate } from '../../reporting/html/page.ts'
import { clientsLog } from '../../reporting/text/clients-log.ts'
import { writeWhole } from '../files/files.ts'
import { informWorkflow } from '../files/github.ts'
import { jsonFile, reportFiles, writeReport } from '../files/report-files.ts'
import { InputError, type Io, print } from '../io.ts'
import { complain, screenOf } from '../terminal/terminal.ts'
import { renderCertification } from './render-certification.ts'

/** What a recording is called beside its report. */
export const JOURNAL_FILE = 'journal.jsonl'

/**
 * What is written of a certification: the folder of its report, and the file of the certificate alone. `jobs` is how
 * many scenarios ran at a time, where that is known and was not all.
 */
type Written = {
  readonly report?: string
  readonly certificate?: string
  readonly statement?: string
  readonly jobs?: number
}

/**
 * Prints a certification, reports it to a workflow, and writes what is asked for.
 *
 * @param journal is beside the report.
 * @returns whether all of it was written. The verdict stands in any case: what can't be written is said on standard error.
 */
export function showCertification(
  judgement: Judgement,
  journal: string,
  { report: folder, certificate, statement, jobs }: Written,
  io: Io,
): boolean {
  const note = judgement.note && legible(judgement.note)
  const shown = { ...judgement, note, report: harmless(judgement.report) }
  print(io, renderCertification(shown, screenOf(io), jobs))
  informWorkflow(judgement.report, io)
  try {
    if (folder !== undefined) writeReport(folder, filesOf(shown.report, journal, judgement), io)
    if (certificate !== undefined) {
      writeWhole(certificate, toCertificate(shown.report), io)
      print(io, `\nCertificate: ${certificate}`)
    }
    if (statement !== undefined) {
      writeWhole(statement, jsonFile(statementOf(judgement.report, journal, JOURNAL_FILE)), io)
      print(io, `\nStatement, unsigned: ${statement}`)
    }
    return true
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause
    complain(io, legible(cause.message))
    return false
  }
}

/** The journal first: a report without its journal could not be checked. */
function filesOf(shown: Harmless<Report>, journal: string, { report }: Judgement): Record<string, string> {
  const log = clientsLog(shown)
  return { [JOURNAL_FILE]: journal, ...reportFiles(report), ...(log !== null && { 'clients.log': log }) }
}
