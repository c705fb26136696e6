import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeJournal } from '../../../certification/judge-journal.ts'
import { JOURNAL_FILE } from '../../certification/show-certification.ts'
import { whyNotRead } from '../../files/files.ts'
import { type Folder, pathIn } from '../../io.ts'
import { InputError } from '../../terminal/input-error.ts'

/**
 * The scenarios that the last run in a report's folder was to run, and did not keep.
 *
 * @throws {InputError | JournalError} when its recording can't be read.
 */
export function notKeptIn(folder: string, at: Folder): readonly string[] {
  const file = join(folder, JOURNAL_FILE)
  try {
    return judgeJournal(readFileSync(pathIn(at, file)), { source: file }).notKept
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    throw new InputError(
      `--failed: ${file}: ${whyNotRead(cause)}. Run all scenarios first, with --report ${folder} and without --failed.`,
      { cause },
    )
  }
}
