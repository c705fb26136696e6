import type { Command } from '../../../certification/runner/process/program.ts'
import { makeMatrix } from '../../../certification/runner/variants/make-matrix.ts'
import type { Report, VariantReport } from '../../../contract/report/report.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { type Harmless, harmless } from '../../../contract/text/harmless.ts'
import { LOOKS, wordFor } from '../../../reporting/text/said.ts'
import {
  dependencesIn,
  dependenceWords,
  gapWords,
  matrixMeaning,
  variantTally,
} from '../../../reporting/text/variant-words.ts'
import { loadProfile } from '../../files/files.ts'
import { informWorkflow } from '../../files/github.ts'
import { jsonFile, reportFiles, tryReport, writeReport } from '../../files/report-files.ts'
import { type Io, print, printingAside } from '../../io.ts'
import { watchForInterruption } from '../../terminal/interruption.ts'
import { remarkLines } from '../../terminal/report-lines.ts'
import {
  headingText,
  printable,
  type Screen,
  screenOf,
  wrap,
  wrapBeside,
  wrapIndented,
} from '../../terminal/terminal.ts'
import type { CertifyCommandOptions } from './command.ts'
import { matrixProgress } from './progress/process-progress.ts'

/** As many as a certification has scenarios. More would slow the machine down and change the waits. */
const DEFAULT_JOBS = 24

/** A badge and a list of checks show a verdict, and a matrix has none. */
const FILES = ['report.json', 'report.html', 'summary.md']

/**
 * `certify --variants`. It gives no verdict: 0 when the matrix is complete, with any result.
 *
 * @throws {InputError | ProfileError | CommandError} before any trial starts.
 */
export async function certifyVariants(
  command: Command,
  options: CertifyCommandOptions,
  io: Io,
): Promise<number> {
  const { profile, source } = loadProfile(options.profile, io)
  tryReport(options.report, io)
  const shown = options.json === true ? printingAside(io) : io
  const interruption = watchForInterruption(io)
  try {
    const heading = {
      Client: 'started once for each scenario, with other answers and without',
      Profile: source,
      Verdict: 'none: this certifies nothing, and never fails',
    }
    print(shown, `${headingText('Partner Purchase API, matrix of assumptions', heading)}\n`)
    const { jobs = DEFAULT_JOBS, timeLimit: timeLimitSeconds } = options
    const { env, cwd } = io
    const { show: onProgress, close } = matrixProgress(shown)
    const run = { command, profile, jobs, timeLimitSeconds, env, cwd, onProgress, ...interruption }
    const report = await makeMatrix(run).finally(close)
    print(shown, renderVariants(harmless(report), screenOf(shown)))
    informWorkflow(report, shown)
    if (options.report !== undefined) {
      const files = Object.entries(reportFiles(report)).filter(([name]) => FILES.includes(name))
      writeReport(options.report, Object.fromEntries(files), shown)
    }
    if (options.json === true) io.stdout.write(jsonFile(report))
    if (report.outcome === 'harness-fault') return EXIT_CODES['harness-fault']
    return interruption.signal.aborted ? EXIT_INTERRUPTED : EXIT_CODES.kept
  } finally {
    interruption.release()
  }
}

const VERDICT_WIDTH = 16
const INDENT = 4
const LONGEST = 1_000
const HEAD = `${'  verdict'.padEnd(VERDICT_WIDTH)}not shown: answered otherwise, what was seen`

export function renderVariants(report: Harmless<Report>, screen: Screen): string {
  const { paint, width } = screen
  const rows = report.variants ?? []
  const { lead, next } = matrixMeaning(report)
  return [
    paint('dim', HEAD),
    ...rows.flatMap((row) => rowLines(row, screen)),
    ...dependencesIn(rows).flatMap((row) => ['', ...dependenceLines(row, screen)]),
    ...remarkLines(report, screen),
    '',
    `${paint(['bold', 'yellow'], 'NO VERDICT')}  a matrix of assumptions certifies nothing`,
    ...wrap(`${lead} ${next}`, width),
    ...(report.message === null ? [] : wrap(report.message, width)),
    ...wrap(`${variantTally(rows)}; ${(report.durationMs / 1000).toFixed(1)} s in all.`, width),
  ].join('\n')
}

function rowLines(row: VariantReport, { paint, width }: Screen): string[] {
  const { verdict, change, message } = row
  const { sign, style: usual } = LOOKS[verdict]
  // Nothing follows from what was not seen.
  const style = verdict === 'not-observed' ? 'dim' : usual
  const head = paint(style, `${sign} ${wordFor(verdict)}`.padEnd(VERDICT_WIDTH))
  const seen = message === null ? [] : [printable(message, LONGEST)]
  return [
    ...wrapBeside(head, `${gapWords(row)}: ${change}`, VERDICT_WIDTH, width),
    ...seen.flatMap((text) => wrapIndented(text, VERDICT_WIDTH, width, (line) => paint(style, line))),
  ]
}

function dependenceLines(row: VariantReport, { paint, width }: Screen): string[] {
  const text = printable(dependenceWords(row).replaceAll('`', ''), 2 * LONGEST)
  return [
    `${paint('yellow', LOOKS.depends.sign)} ${paint('bold', row.id)}`,
    ...wrapIndented(text, INDENT, width),
  ]
}
