import { UnknownScenarioError } from '../../../certification/plan.ts'
import type { Command } from '../../../certification/program.ts'
import { certify as certifyClient } from '../../../certification/run.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import type { Certificate } from '../../../mock-server/tls/tls-server.ts'
import { certificationExitCode } from '../../certification/conclusion.ts'
import { showCertification } from '../../certification/show-certification.ts'
import { loadCertificate } from '../../files/certificate.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { tryFile } from '../../files/writable.ts'
import { InputError, type Io, print, printingAside } from '../../io.ts'
import { loadSettings, type MockSettings } from '../../mock/settings.ts'
import { watchForInterruption } from '../../terminal/interruption.ts'
import { clientSource } from './client-files.ts'
import type { CertifyCommandOptions } from './command.ts'
import { type Heading, headingOf } from './heading.ts'
import { processProgress } from './progress/process-progress.ts'
import { listenTo } from './progress/service-progress.ts'
import { rerunWords, unknownScenario, wholeRun } from './rerun.ts'

type Round = {
  /** Default: all. */
  readonly only: readonly string[] | undefined
  readonly bail: boolean | undefined
  readonly signal: AbortSignal
}

type Client = {
  /** Null for a service that is started elsewhere. */
  readonly command: Command | null
  readonly settings: MockSettings
  readonly options: CertifyCommandOptions
  readonly io: Io
  /** Aborted to end its processes without waiting. */
  readonly force: AbortSignal
}

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
  const settings = loadSettings(options, io)
  tryReport(options.report, io)
  if (options.shoppingList !== undefined) tryFile(options.shoppingList, '--shopping-list', io, SHOPPING_LIST)
  const interruption = watchForInterruption(io)
  const { signal, force } = interruption
  try {
    const client = { command, settings, options, io, force }
    return await runOnce(client, { only: options.only, bail: options.bail, signal })
  } catch (cause) {
    throw cause instanceof UnknownScenarioError ? unknownScenario(cause) : cause
  } finally {
    interruption.release()
  }
}

async function runOnce(client: Client, round: Round): Promise<number> {
  const certification = await certifyOnce(client, round)
  return round.signal.aborted
    ? EXIT_INTERRUPTED
    : certificationExitCode(certification, certification.isWritten)
}

/** @throws {UnknownScenarioError | ListenError | CommandError} before anything was judged. */
async function certifyOnce(client: Client, round: Round) {
  const { command, settings, options, io } = client
  const { profile, profileSource, scenarios } = settings
  const { name, challenge } = options
  const shown = options.json === true ? printingAside(io) : io
  const host = command === null ? options.host : undefined
  const cards = round.only === undefined ? 'secret' : 'plain'
  const heading = headingOf({ host, profileSource, cards, tls: options.tlsCert })
  const source = clientSource(command, io)
  const way =
    command === null
      ? listenTo(options, ownCertificate(options, io), heading, shown)
      : toStart(command, client, round.bail, heading, shown)
  const certification = await certifyClient({
    ...way.client,
    ...{ profile, scenarios, only: round.only },
    ...{ name, challenge, source },
    rerun: rerunWords(options, io),
    isStrict: options.strict,
    signal: round.signal,
    onProgress: way.show,
  }).finally(way.close)
  const isWritten = showCertification(certification, certification.journal, options, shown)
  const { report, isWhole } = certification
  if (!isWhole && certificationExitCode({ report, isWhole }) === EXIT_CODES.kept)
    print(shown, `Next: ${wholeRun(command, options, io)}`)
  if (options.json === true) io.stdout.write(jsonFile(certification.report))
  return { ...certification, isWritten }
}

function toStart(
  command: Command,
  { options, io: { env, cwd }, force }: Client,
  bail: Round['bail'],
  heading: Heading,
  io: Io,
) {
  const { jobs, timeLimit: timeLimitSeconds, restart } = options
  const client = { command, env, cwd, jobs, timeLimitSeconds, restart, force, bail }
  return { client, show: processProgress(io, heading, bail), close: () => {} }
}

/** What the mock serves https by; undefined where it serves http. */
function ownCertificate({ tlsCert, tlsKey }: CertifyCommandOptions, io: Io): Certificate | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : loadCertificate(tlsCert, tlsKey, io)
}

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
