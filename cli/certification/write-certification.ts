import { join } from 'node:path'
import type { Judgement } from '../../certification/judge-journal.ts'
import { writeFiles } from '../files/files.ts'
import { reportFiles } from '../files/report-files.ts'
import type { Folder } from '../io.ts'

/** What a recording is called beside its report. */
export const JOURNAL_FILE = 'journal.jsonl'

/**
 * Writes a report in all its renderings, and its journal, if there is a new one, beside it.
 *
 * @returns what was written, as a sentence.
 * @throws {Refusal} when it can't be written.
 */
export function writeCertification(
  folder: string,
  { report }: Judgement,
  journal: string | null,
  io: Folder,
): string {
  // The journal first: a report whose journal is missing could not be held against it.
  const files = { ...(journal !== null && { [JOURNAL_FILE]: journal }), ...reportFiles(report) }
  writeFiles(folder, files, io)
  return `Report: ${join(folder, '/')} (${Object.keys(files).join(', ')})`
}
