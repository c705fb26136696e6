import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { isHistory, readHistory } from '../../../contract-tests/history/history.ts'
import { reportOf } from '../../../contract-tests/report/build-report.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { tryFile } from '../../files/writable.ts'
import { InputError, type Io, printingAside } from '../../io.ts'
import { say } from '../../terminal/terminal.ts'
import { showReport } from '../verify/show-report.ts'
import { judgeRun, today } from '../verify/verification.ts'
import type { JudgeCommandOptions } from './command.ts'
import { DECIDING, judgeCertification } from './judge-certification.ts'
import { type RecordingFile, recordingFile, recordingIn } from './recording-file.ts'

/**
 * `partner-purchase judge`: judges a recording again, from the recording alone.
 *
 * @returns the exit code of the outcome, as `certify` or `verify` gives it.
 * @throws {InputError | JournalError | HistoryError} for a recording that can't be read or judged, or a journal that
 * does not match its report.
 */
export function judge(path: string, options: JudgeCommandOptions, io: Io): number {
  const file = recordingIn(path, io)
  const recording = recordingFile(file, io)
  if (options.statement !== undefined) tryFile(options.statement, '--statement', io)
  if (!isHistory(recording.chunks)) return judgeCertification(recording, file, options, io)
  if (DECIDING.some((name) => options[name] !== undefined))
    throw new InputError(
      `${file}: it is of a server, and a key is issued for a client. Name the journal.jsonl of certify.`,
    )
  return judgeVerification(recording, file, options, io)
}

/**
 * Judges the history of a run of `verify`, and shows and writes its report as `verify` does.
 *
 * @param file what to call it in an error.
 * @throws {InputError | HistoryError} for one that can't be read or judged.
 */
function judgeVerification(
  { chunks }: RecordingFile,
  file: string,
  options: JudgeCommandOptions,
  io: Io,
): number {
  const history = readHistory(chunks, file)
  const report = reportOf(history)
  const isStrict = options.strict === true
  const yardstick = { required: [], baseline: [], isStrict, today: today(io) }
  const judged = judgeRun(report, yardstick)
  tryReport(options.report, io)
  const shown = options.json === true ? printingAside(io) : io
  if (history.note !== null) say(shown, `${history.note}\n`)
  // Byte for byte the judged history.
  showReport(judged, chunks(), options, shown)
  if (options.json === true) io.stdout.write(jsonFile(judged.report))
  return EXIT_CODES[judged.report.outcome]
}
