import { text } from 'node:stream/consumers'
import { chooseScenarios, UnknownScenarioError } from '../../../certification/runner/plan.ts'
import type { Command } from '../../../certification/runner/process/program.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { certificationExitCode } from '../../certification/conclusion.ts'
import { readText } from '../../files/files.ts'
import { earlierReport, tryReport } from '../../files/report-files.ts'
import { tryFile } from '../../files/writable.ts'
import { InputError, type Io, print } from '../../io.ts'
import { loadSettings } from '../../mock/settings.ts'
import { watchForInterruption } from '../../terminal/interruption.ts'
import { say } from '../../terminal/terminal.ts'
import { type Client, certifyOnce, ownCertificate, type Round } from './certify-once.ts'
import type { CertifyCommandOptions } from './command.ts'
import { watchClient } from './watch/watch-client.ts'
import { nextLine, notKeptIn } from './what-remains.ts'

/**
 * `partner-purchase certify`: has a client go through the scenarios, judges what it did and writes the report; with
 * `--watch`, again and again.
 *
 * @returns the exit code of the outcome.
 * @throws {InputError | ProfileError | ScenariosError | ListenError | CommandError} before anything was judged.
 */
export async function certify(
  words: readonly string[],
  options: CertifyCommandOptions,
  io: Io,
): Promise<number> {
  const command = commandOf(words, options)
  if (options.variants === true && command !== null)
    return (await import('./run-variants.ts')).certifyVariants(command, options, io)
  const settings = loadSettings(options, io)
  const { compareReport } = options
  const earlier = compareReport === undefined ? undefined : earlierReport(compareReport, 'certify', io)
  tryReport(options.report, io)
  if (options.certificate !== undefined) tryFile(options.certificate, '--certificate', io)
  if (options.statement !== undefined) tryFile(options.statement, '--statement', io)
  if (options.shoppingList !== undefined) tryFile(options.shoppingList, '--shopping-list', io)
  const { only, which } = scenariosOf(options, io)
  const seed = await readSeed(options, io)
  if (which !== undefined && only?.length === 0) {
    say(io, `Nothing remains: ${options.report} has a run that kept all of its scenarios.`)
    print(io, nextLine(command, options, [], io))
    return EXIT_CODES.kept
  }
  const interruption = watchForInterruption(io)
  const { signal, force } = interruption
  try {
    const client = { command, settings, options, io, force, seed, earlier }
    const round = { only, which, bail: options.bail, signal }
    if (options.baseUrl !== undefined) return await runAtService(client, round, options.baseUrl)
    return options.watch === true && command !== null
      ? await watchClient({ ...client, command }, round)
      : await runOnce(client, round)
  } catch (cause) {
    if (!(cause instanceof UnknownScenarioError)) throw cause
    throw options.failed === true ? otherTable(cause, options) : unknownScenario(cause)
  } finally {
    interruption.release()
  }
}

async function runOnce(client: Client, round: Round): Promise<number> {
  const certification = await certifyOnce(client, round)
  return certification === null || round.signal.aborted
    ? EXIT_INTERRUPTED
    : certificationExitCode(certification, certification.isWritten)
}

/** The same, some scenarios at a real service; with `--dry-run`, only what that would buy is said. */
async function runAtService(client: Client, round: Round, baseUrl: string): Promise<number> {
  const { openService } = await import('./real-service.ts')
  const { settings, options, io } = client
  const opened = await openService({ ...options, baseUrl }, settings.profile, ownCertificate(options, io), io)
  try {
    const { service, certificate } = opened
    if (options.dryRun !== true) return await runOnce({ ...client, service, certificate }, round)
    print(io, opened.plan(chooseScenarios(settings.scenarios, round.only)))
    return EXIT_CODES.kept
  } finally {
    await opened.close()
  }
}

function scenariosOf(
  { only, failed, report = '' }: CertifyCommandOptions,
  io: Io,
): Pick<Round, 'only' | 'which'> {
  if (failed !== true) return { only }
  return { only: notKeptIn(report, io), which: `those that the run in ${report} did not keep` }
}

/** As the command line takes names behind --only until the next option, a client's command is easily taken for one. */
function unknownScenario(cause: UnknownScenarioError): InputError {
  const { asked, known } = cause
  return new InputError(
    `--only ${asked}: there is no such scenario. ${nearestOf(asked, known)} \`partner-purchase scenarios\` lists them. The client's command comes after --.`,
    { cause },
  )
}

/** The last run had cards of another name, or more scenarios. */
function otherTable(cause: UnknownScenarioError, { report }: CertifyCommandOptions): InputError {
  return new InputError(
    `--failed: the last run in ${report} has ${cause.asked}, and this one has no such scenario. Run it with the same --scenarios and --restart, or without --failed.`,
    { cause },
  )
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

/** At least 128 bits: fewer can be searched by a client that knows how cards are named. */
const SEED = /^[0-9a-f]{32,128}$/i

/**
 * The seed that names the cards, from a file or from standard input; undefined where none is given.
 *
 * @throws {InputError} for a file that can't be read, or that has no seed in it. What it has is not repeated.
 */
async function readSeed({ seedFile }: CertifyCommandOptions, io: Io): Promise<string | undefined> {
  if (seedFile === undefined) return undefined
  const found = seedFile === '-' ? await text(io.stdin) : readText(seedFile, '--seed-file', io)
  const seed = found.trim()
  if (SEED.test(seed)) return seed.toLowerCase()
  throw new InputError(
    `--seed-file ${seedFile}: expected 32 to 128 hexadecimal digits, and found ${seed.length} other characters. Make a seed with: openssl rand -hex 16`,
  )
}
