import type { Judgement } from '../../certification/judge-journal.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { clientsLog } from '../../reporting/text/clients-log.ts'
import { writeFiles } from '../files/files.ts'
import { printFiles, reportFiles } from '../files/report-files.ts'
import type { Io } from '../io.ts'

/** What a recording is called beside its report. */
const JOURNAL_FILE = 'journal.jsonl'

/**
 * Writes a report in every form, and its journal beside it.
 *
 * @throws {InputError} when it can't be written.
 */
export function writeCertification(
  folder: string,
  { report }: Judgement,
  journal: string | null,
  io: Pick<Io, 'cwd' | 'stdout'>,
): void {
  // The journal first: a report without its journal could not be checked.
  const log = clientsLog(harmless(report))
  const files = {
    ...(journal !== null && { [JOURNAL_FILE]: journal }),
    ...reportFiles(report),
    ...(log !== null && { 'clients.log': log }),
  }
  writeFiles(folder, files, io)
  printFiles(folder, Object.keys(files), io)
}
