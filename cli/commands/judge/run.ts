import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { JOURNAL_FILE } from '../../certification/show-certification.ts'
import { whyNotRead } from '../../files/files.ts'
import { type Folder, InputError, type Io, pathIn } from '../../io.ts'
import type { JudgeCommandOptions } from './command.ts'
import { judgeCertification } from './judge-certification.ts'

/**
 * `partner-purchase judge`: judges the recording of a certification again, from the recording alone.
 *
 * @returns the exit code of the outcome, as `certify` gives it.
 * @throws {InputError | JournalError} for a recording that can't be read or judged, or that does not match its report.
 */
export function judge(path: string, options: JudgeCommandOptions, io: Io): number {
  const file = journalIn(path, io)
  const journal = bytesOf(file, io)
  return judgeCertification(journal, file, options, io)
}

/** The journal in the folder of a report; a file is its own. */
function journalIn(path: string, folder: Folder): string {
  const isFolder = statSync(pathIn(folder, path), { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(path, JOURNAL_FILE) : path
}

function bytesOf(file: string, folder: Folder): Uint8Array {
  try {
    return readFileSync(pathIn(folder, file))
  } catch (cause) {
    throw new InputError(
      `${file}: ${whyNotRead(cause)}. Name a journal.jsonl that \`certify --report\` wrote.`,
      { cause },
    )
  }
}
