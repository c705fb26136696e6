import type { Command } from '../../../certification/client-process.ts'
import { UnknownScenarioError } from '../../../certification/plan.ts'
import { certify as certifyClient } from '../../../certification/run.ts'
import { EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { redact } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { jsonFile, loadProfile, loadScenarios } from '../../files/files.ts'
import { REPORT_FOLDER, reportFolder, tryReport } from '../../files/report-folder.ts'
import { tryFile } from '../../files/writable.ts'
import { InputError, type Io, printingAside } from '../../io.ts'
import { type Interruption, watchForInterruption } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { keptWords, nameText, testKey, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionRows, OptionsOf } from '../command.ts'
import { clientSource } from './client-files.ts'
import { progressOn, type Way } from './progress.ts'
import { showCertification } from './show-report.ts'
import { certificationExitCode } from './verdict.ts'

const HELP = `
The client is started once alone, then once for each scenario. It finds in its environment:
  SERVICE_BASE_URL         where to call
  SERVICE_PARTNER_API_KEY  the key to send
  SERVICE_SKU              the card to buy
  SERVICE_PURCHASES        how many of it
  SERVICE_ORDER_LABEL      what the intended purchase is called

Exit codes:
  0    certified, or kept with --only
  1    a must is broken; with --strict, any clause
  2    refused: usage, a file, or a client that can't be started
  4    incomplete: a scenario or a must was not observed
  5    an error of the kit itself
  130  interrupted`

const OPTIONS = {
  'Scenarios:': null,
  only: ['<scenario...>', 'only these, such as LOST-AFTER,CUT; no certificate'],
  bail: 'end the run at the first must that is broken',
  restart: 'also kill the client in a purchase, and start it again',
  jobs: ['<number>', 'how many run at a time; all by default', wholeNumber(1, 1000)],
  timeLimit: ['<seconds>', 'how long each may take beyond its own time', wholeNumber(1, 86_400), 60],
  profile: ['<file>', 'your answers to what the reference does not show'],
  scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
  'A client that is a service:': null,
  listen: 'start no client: print what to buy, and listen',
  port: ['<number>', 'the port, 0 for any free one', wholeNumber(0, 65_535), 4010],
  host: ['<address>', 'the address to listen on', '127.0.0.1'],
  key: ['<key>', 'the key that your service sends: pk_test_…', testKey],
  shoppingList: ['<file>', 'write what to buy to it, as JSON, once it listens'],
  timeout: ['<seconds>', 'how long to listen at most', wholeNumber(1, 86_400), 900],
  tlsCert: ['<file>', 'serve https by this certificate, in PEM'],
  tlsKey: ['<file>', 'the key of --tls-cert, in PEM'],
  'Report:': null,
  name: ['<text>', 'what the client is called; its command by default', nameText],
  challenge: ['<text>', 'the text that the operator gave you for this run', nameText],
  report: ['<folder>', `where to write it; by default ${REPORT_FOLDER}`],
  noReport: 'write no report, and no recording',
  json: 'the report as JSON on stdout, the rest on stderr',
  strict: 'fail also where a should is broken',
} as const satisfies OptionRows

type CertifyOptions = OptionsOf<typeof OPTIONS>

export const certifyCommand: CommandSpec = {
  argument: ['[command...]', ''],
  usage: '[options] -- COMMAND [ARG…]\n       partner-purchase certify [options] --listen',
  options: OPTIONS,
  effects: [
    { option: '--tls-cert', needs: '--tls-key' },
    { option: '--tls-key', needs: '--tls-cert' },
    {
      option: '--tls-cert --tls-key --port --host --key --shopping-list --timeout',
      needs: '--listen',
    },
    {
      option: '--restart',
      without: '--listen',
      because: 'A service that was started elsewhere can not be killed here.',
    },
    {
      option: '--jobs --time-limit --bail',
      without: '--listen',
      because: 'It is about a client that is started here.',
    },
  ],
  help: HELP,
  example: 'certify -- node client.mjs',
  run: certify,
}

/** How a shopping list begins. */
const SHOPPING_LIST = /^\{\s*"schema":\s*"partner-purchase\/shopping-list@/

/**
 * `partner-purchase certify`: has a client go through the scenarios, judges what it did and writes the report.
 *
 * @throws {InputError | ProfileError | ScenariosError | ListenError | CommandError} before anything was judged.
 */
async function certify(words: readonly string[], options: CertifyOptions, io: Io): Promise<number> {
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
    const next = (restart: boolean) => wholeRun(command, restart ? { ...options, restart } : options, io)
    const places = { journal: certification.journal, folder, next }
    const isWritten = await showCertification(certification, places, shown)
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
  options: CertifyOptions,
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
async function toListen(options: CertifyOptions, profileSource: string, io: Io, shown: Io): Promise<Way> {
  const { tlsCert, tlsKey } = options
  const { listenTo } = await import('./listening.ts')
  const { loadCertificate } = await import('../../files/certificate.ts')
  const isSafe = tlsCert !== undefined && tlsKey !== undefined
  return listenTo(options, profileSource, isSafe ? loadCertificate(tlsCert, tlsKey, io) : undefined, shown)
}

/** Null for a service that is started elsewhere. */
function commandOf([program, ...args]: readonly string[], { listen }: CertifyOptions): Command | null {
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
    `--only ${asked}: there is no such scenario. ${nearestOf(asked, known)} \`npx partner-purchase-kit scenarios\` lists all. The client's command comes after --.`,
    { cause },
  )
}

/** The command that runs all scenarios with the same client, for the same challenge. */
function wholeRun(command: Command | null, options: CertifyOptions, io: Io): string {
  const { report, restart, challenge } = options
  const words = [
    ...rerunWords(options, io),
    ...(challenge === undefined ? [] : ['--challenge', challenge]),
    ...(restart === true ? ['--restart'] : []),
    ...(typeof report === 'string' ? ['--report', report] : []),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return redact(shellCommand(words))
}

/** Options that are repeated where a scenario is run alone: it would be another one without them. */
const KEPT = ['profile', 'scenarios', 'name'] as const

/** The same, of a service that is listened to. */
const KEPT_LISTENING = [...KEPT, 'listen', 'port', 'host', 'tlsCert', 'tlsKey'] as const

/** The words that start a run like this one, up to its scenarios. */
function rerunWords(options: CertifyOptions, io: Io): readonly string[] {
  const names = options.listen === true ? KEPT_LISTENING : KEPT
  return [...invocationOf(io), 'certify', ...keptWords(options, names)]
}
