import { isHistory } from '../../../contract-tests/history/read-history.ts'
import { isHar } from '../../../proxy/read-har.ts'
import type { Io } from '../../io.ts'
import { InputError } from '../../terminal/input-error.ts'
import { judgeCapture } from './judge-capture.ts'
import { DECIDING, judgeCertification } from './judge-certification.ts'
import { judgeVerification } from './judge-verification.ts'
import type { JudgeCommandOptions } from './options.ts'
import { recordingFile } from './recording-file.ts'

/**
 * `partner-purchase judge`: judges a recording again, from the recording alone.
 *
 * @returns the exit code of the outcome, as `certify` or `verify` gives it.
 * @throws {InputError | JournalError | HistoryError} for a recording that can't be read or judged, or a journal that
 * does not match its report.
 */
export function judge(file: string, options: JudgeCommandOptions, io: Io): number {
  const recording = recordingFile(file, io)
  const [beginning = new Uint8Array()] = recording.chunks()
  if (isHar(new TextDecoder().decode(beginning.subarray(0, 200))))
    return judgeCapture(new TextDecoder().decode(recording.bytes()), file, options, io)
  if (!isHistory(recording.chunks)) return judgeCertification(recording, file, options, io)
  if (DECIDING.some((name) => options[name] !== undefined))
    throw new InputError(
      `${file}: it is of a server, and a key is issued for a client. Name the journal.jsonl of certify.`,
    )
  return judgeVerification(recording, file, options, io)
}
