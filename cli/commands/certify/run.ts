import type { Command } from '../../../certification/client-process.ts'
import { UnknownScenarioError } from '../../../certification/plan.ts'
import { certify as certifyClient } from '../../../certification/run.ts'
import { EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { redact } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { loadProfile, loadScenarios } from '../../files/files.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { reportFolder } from '../../files/report-folder.ts'
import { tryFile } from '../../files/writable.ts'
import { InputError, type Io, printingAside } from '../../io.ts'
import { type Interruption, watchForInterruption } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { flagOf } from '../arguments.ts'
import { clientSource } from './client-files.ts'
import type { CertifyCommandOptions } from './command.ts'
import { progressOn, type Way } from './progress.ts'
import { showCertification } from './show-report.ts'
import { certificationExitCode } from './verdict.ts'

/** How a shopping list begins. */
const SHOPPING_LIST = /^\{\s*"schema":\s*"partner-purchase\/shopping-list@/

/**
 * `partner-purchase certify`: has a client go through the scenarios, judges what it did and writes the report.
 *
 * @throws {InputError | ProfileError | ScenariosError | ListenError | CommandError} before anything was judged.
 */
export async function certify(
  words: readonly string[],
  options: CertifyCommandOptions,
  io: Io,
): Promise<number> {
  const command = commandOf(words, options)
  const { profile, source: profileSource } = loadProfile(options.profile, io)
  const scenarios = loadScenarios(options.scenarios, io)
  const folder = reportFolder(options)
  tryReport(folder, io)
  if (options.shoppingList !== undefined) tryFile(options.shoppingList, '--shopping-list', io, SHOPPING_LIST)
  const shown = options.json === true ? printingAside(io) : io
  const interruption = watchForInterruption(io)
  const way =
    command === null
      ? await toListen(options, profileSource, io, shown)
      : toStart(command, options, profileSource, interruption, io, shown)
  try {
    const certification = await certifyClient({
      ...way.client,
      ...{ profile, scenarios, only: options.only, isStrict: options.strict },
      ...{ name: options.name, challenge: options.challenge, source: clientSource(command, io) },
      rerun: rerunWords(options, io),
      signal: interruption.signal,
      onProgress: way.show,
    }).finally(way.close)
    const places = { journal: certification.journal, folder, next: wholeRun(command, options, io) }
    const isWritten = showCertification(certification, places, shown)
    if (options.json === true) io.stdout.write(jsonFile(certification.report))
    return interruption.signal.aborted ? EXIT_INTERRUPTED : certificationExitCode(certification, isWritten)
  } catch (cause) {
    throw cause instanceof UnknownScenarioError ? unknownScenario(cause) : cause
  } finally {
    interruption.release()
  }
}

function toStart(
  command: Command,
  options: CertifyCommandOptions,
  profileSource: string,
  { force }: Interruption,
  { env, cwd }: Io,
  shown: Io,
): Way {
  const { jobs, timeLimit: timeLimitSeconds, restart, bail } = options
  return {
    client: { command, env, cwd, jobs, timeLimitSeconds, restart, bail, force },
    show: progressOn(shown, options, profileSource),
    close: () => {},
  }
}

/** Loads what listens, which most runs do not need. */
async function toListen(
  options: CertifyCommandOptions,
  profileSource: string,
  io: Io,
  shown: Io,
): Promise<Way> {
  const { tlsCert, tlsKey } = options
  const { listenTo } = await import('./listening.ts')
  const { loadCertificate } = await import('../../files/certificate.ts')
  const isSafe = tlsCert !== undefined && tlsKey !== undefined
  return listenTo(options, profileSource, isSafe ? loadCertificate(tlsCert, tlsKey, io) : undefined, shown)
}

/** Null for a service that is started elsewhere. */
function commandOf([program, ...args]: readonly string[], { listen }: CertifyCommandOptions): Command | null {
  if (listen === true && program !== undefined)
    throw new InputError(
      '--listen: expected no command. The client is a service that you start; or leave --listen out.',
    )
  if (listen === true) return null
  // A variable that is not set, in quotes, arrives as an empty word.
  if (program === undefined || program.trim() === '')
    throw new InputError(
      'certify: found no command. Put it behind --, such as: npx partner-purchase-kit certify -- node client.mjs; or use --listen for a service that you start yourself.',
    )
  return [program, ...args]
}

/** The refusal of a scenario that there is not. */
function unknownScenario(cause: UnknownScenarioError): InputError {
  const { asked, known } = cause
  // As names behind --only go on until the next option, a client's command is easily taken for one.
  return new InputError(
    `--only ${asked}: there is no such scenario. ${nearestOf(asked, known)} \`partner-purchase scenarios\` lists them. The client's command comes after --.`,
    { cause },
  )
}

/** The command that runs all scenarios with the same client. */
function wholeRun(command: Command | null, options: CertifyCommandOptions, io: Io): string {
  const { report, restart } = options
  const words = [
    ...rerunWords(options, io),
    ...(restart === true ? ['--restart'] : []),
    ...(typeof report === 'string' ? ['--report', report] : []),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return redact(shellCommand(words))
}

/** The options without which a scenario that runs alone would be another one: its files, its name, its network. */
const KEPT = ['profile', 'scenarios', 'name'] as const

/** The same, of a service that is listened to. */
const KEPT_LISTENING = [...KEPT, 'listen', 'port', 'host', 'tlsCert', 'tlsKey'] as const

/** The words that start a run like this one, up to its scenarios. */
function rerunWords(options: CertifyCommandOptions, io: Io): readonly string[] {
  const kept = (options.listen === true ? KEPT_LISTENING : KEPT).flatMap((name) => {
    const value = options[name]
    if (value === undefined || value === false) return []
    const flag = flagOf(name)
    return value === true ? [flag] : [flag, String(value)]
  })
  return [...invocationOf(io), 'certify', ...kept]
}
