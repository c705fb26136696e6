import { join } from 'node:path'
import type { Judgement } from '../../certification/judge-journal.ts'
import { writeFiles } from '../files/files.ts'
import { reportFiles } from '../files/report-files.ts'
import type { Folder } from '../io.ts'

/** What a recording is called beside its report. */
const JOURNAL_FILE = 'journal.jsonl'

/**
 * Writes a report in every form, and its journal beside it.
 *
 * @returns a sentence that names the files.
 * @throws {Refusal} when it can't be written.
 */
export function writeCertification(
  folder: string,
  { report }: Judgement,
  journal: string | null,
  io: Folder,
): string {
  // The journal first: a report without its journal could not be checked.
  const files = { ...(journal !== null && { [JOURNAL_FILE]: journal }), ...reportFiles(report) }
  writeFiles(folder, files, io)
  return `Report: ${join(folder, '/')} (${Object.keys(files).join(', ')})`
}
