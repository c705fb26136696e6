import type { Command } from '../../../certification/runner/process/program.ts'
import { makeMatrix } from '../../../certification/runner/variants/make-matrix.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { harmless } from '../../../contract/text/harmless.ts'
import { loadProfile } from '../../files/files.ts'
import { informWorkflow } from '../../files/github.ts'
import { jsonFile, reportFiles, tryReport, writeReport } from '../../files/report-files.ts'
import { type Io, print, printingAside } from '../../io.ts'
import { watchForInterruption } from '../../terminal/interruption.ts'
import { paintFor, widthOf } from '../../terminal/terminal.ts'
import { headingText } from './heading.ts'
import { matrixProgress } from './progress/process-progress.ts'
import { renderVariants } from './render-variants.ts'
import type { CertifyCommandOptions } from './rerun.ts'

/** As many as a certification has scenarios. More would slow the machine down and change the waits. */
const DEFAULT_JOBS = 24

/** A badge and a list of checks show a verdict, and a matrix has none. */
const FILES = ['report.json', 'report.html', 'summary.md']

/**
 * `partner-purchase certify --variants`: runs a client against other answers to the gaps, and reports on which answers of
 * the profile it depends. It gives no verdict.
 *
 * @returns 0 when the matrix is complete, with any result.
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
    print(shown, headingText('matrix of assumptions', heading))
    const { jobs = DEFAULT_JOBS, timeLimit: timeLimitSeconds } = options
    const { env, cwd, stdout } = shown
    const { show: onProgress, close } = matrixProgress(shown)
    const run = { command, profile, jobs, timeLimitSeconds, env, cwd, onProgress, ...interruption }
    const report = await makeMatrix(run).finally(close)
    print(shown, renderVariants(harmless(report), paintFor(stdout, env), widthOf(stdout)))
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
