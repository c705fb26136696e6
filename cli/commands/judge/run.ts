import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { observedIn } from '../../../contract-tests/drift/observe.ts'
import { isHistory, readHistory } from '../../../contract-tests/history/history.ts'
import { reportOf } from '../../../contract-tests/report/build-report.ts'
import { isHar } from '../../../proxy/read-har.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { type Io, print, printingAside } from '../../io.ts'
import { InputError } from '../../terminal/input-error.ts'
import { fold, widthOf } from '../../terminal/terminal.ts'
import { judgeRun, today } from '../verify/judge-run.ts'
import { showReport } from '../verify/show-report.ts'
import { judgeCapture } from './judge-capture.ts'
import { DECIDING, judgeCertification } from './judge-certification.ts'
import { type JudgeCommandOptions, type RecordingFile, recordingFile, recordingIn } from './recording-file.ts'

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
  const yardstick = { required: [], baseline: [], earlier: undefined, isStrict, today: today(io) }
  const judged = judgeRun({ report, observed: null }, yardstick)
  tryReport(options.report, io)
  const isShaped = options.report !== undefined && history.head.ending === null
  // No key is in a history.
  const observed = isShaped ? observedIn(history, []) : null
  const shown = options.json === true ? printingAside(io) : io
  if (history.note !== null) print(shown, `${fold(history.note, widthOf(shown.stdout))}\n`)
  // Byte for byte the judged history.
  showReport(judged, { observed, history: chunks() }, options, shown)
  if (options.json === true) io.stdout.write(jsonFile(judged.report))
  return EXIT_CODES[judged.report.outcome]
}
