import { CLIENT_CLAUSES } from '../../../contract/reference/client-clauses.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { isHistory, readHistory } from '../../../contract-tests/history/history.ts'
import { reportOf } from '../../../contract-tests/report/build-report.ts'
import type { ShownClause } from '../../../proxy/page.ts'
import { isHar, readHar } from '../../../proxy/read-har.ts'
import { loadProfile } from '../../files/files.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { tryFile } from '../../files/writable.ts'
import { InputError, type Io, print, printingAside } from '../../io.ts'
import { say, widthOf } from '../../terminal/terminal.ts'
import { flagOf } from '../arguments.ts'
import { judgedTraffic, trafficText } from '../proxy/judging.ts'
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
  const [beginning = new Uint8Array()] = recording.chunks()
  if (isHar(new TextDecoder().decode(beginning.subarray(0, 200))))
    return judgeCapture(new TextDecoder().decode(recording.bytes()), file, options, io)
  for (const name of ['har', 'statement'] as const)
    if (options[name] !== undefined) tryFile(options[name], `--${name}`, io)
  if (!isHistory(recording.chunks)) return judgeCertification(recording, file, options, io)
  if (options.har !== undefined)
    throw new InputError(
      `--har: ${file} is the history of a run of verify. Name the journal.jsonl of certify.`,
    )
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

const LOST = 'The recording does not show whether an answer was lost, or what followed it.'

/**
 * Judges the recorded traffic of a real client: its clauses by its requests, those of the service by the answers. It
 * certifies nothing.
 *
 * @returns 1 where a clause of level must is broken, on either side.
 * @throws {InputError | ProxySetupError} for a file that can't be used.
 */
export function judgeCapture(text: string, file: string, options: JudgeCommandOptions, io: Io): number {
  const given = [
    ...DECIDING.filter((name) => name !== 'profile'),
    'report' as const,
    'har' as const,
    'statement' as const,
  ].find((name) => options[name] !== undefined)
  if (given !== undefined)
    throw new InputError(
      `${flagOf(given)}: ${file} is recorded traffic, and no run of a certification. Leave it out.`,
    )
  const { profile } = loadProfile(options.profile, io)
  const har = readHar(text, profile, file)
  const judged = judgedTraffic({ ...har, omitted: 0 }, profile)
  const clients = judged.clients.map((one) => ({
    ...one,
    clauses: one.clauses.map((clause) => notGuessed(clause, har.exchanges)),
  }))
  const whole = { ...judged, clients }
  if (options.json === true)
    io.stdout.write(
      jsonFile({ certifies: 'nothing', baseUrl: har.baseUrl, clients, service: judged.service }),
    )
  else {
    print(io, trafficText(whole, har.baseUrl, widthOf(io.stdout)))
    if (har.others > 0)
      print(
        io,
        `${har.others} other entries of the file are no calls of the API at ${har.baseUrl}, and were left out.`,
      )
    print(io, 'Recorded traffic certifies nothing: nobody made sure that it is whole, or of one client.')
  }
  const isBroken = [...clients.flatMap(({ clauses }) => clauses), ...judged.service].some(
    ({ id, verdict }) => verdict === 'broken' && !SHOULDS.includes(id),
  )
  return isBroken ? EXIT_CODES.broken : EXIT_CODES.kept
}

const SHOULDS: readonly string[] = Object.values(CLIENT_CLAUSES).flatMap(({ id, level }) =>
  level === 'should' ? id : [],
)

/** What hangs on whether an answer arrived is not seen where the recorder saw none. */
function notGuessed(clause: ShownClause, exchanges: readonly Exchange[]): ShownClause {
  const isOpen = exchanges.some(({ operation, response }) => operation === 'createOrder' && response === null)
  const hangs = clause.id === 'timeout-is-not-failure' || clause.id === 'one-reference-per-purchase'
  return isOpen && hangs ? { ...clause, verdict: 'not-observed', message: LOST } : clause
}
