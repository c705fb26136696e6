import { type Certification, certify as runCertification } from '../../../certification/runner/certify.ts'
import { UnknownScenarioError } from '../../../certification/runner/choose-scenarios.ts'
import type { CertifyOptions, ProcessClient, ServiceClient } from '../../../certification/runner/options.ts'
import type { Command } from '../../../certification/runner/process/run-client.ts'
import type { CertificationProgress } from '../../../certification/runner/progress.ts'
import { EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { certificationExitCode } from '../../certification/certification-exit-code.ts'
import { showCertification } from '../../certification/show-certification.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { tryFile } from '../../files/writable.ts'
import { type Io, printingAside } from '../../io.ts'
import { loadSettings } from '../../mock/settings.ts'
import { InputError } from '../../terminal/input-error.ts'
import { watchForInterruption } from '../../terminal/interruption.ts'
import { namesLike } from '../../terminal/nearest.ts'
import { enterPressed } from './enter-pressed.ts'
import { type Heading, headingOf } from './heading.ts'
import type { CertifyCommandOptions } from './options.ts'
import type { CertificationPage } from './page/certification-page.ts'
import { processProgress } from './progress/process-progress.ts'
import { serviceProgress } from './progress/service-progress.ts'
import { rerunWords } from './rerun.ts'
import { writeShoppingList } from './shopping-list.ts'

type EngineOptions = Omit<CertifyOptions, keyof ProcessClient | keyof ServiceClient>

/**
 * `partner-purchase certify`: has a client go through the scenarios, judges what it did and writes the report.
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
  const { profile, profileSource, scenarios } = loadSettings(options, io)
  const { only, name, seed, tls, strict: isStrict } = options
  tryReport(options.report, io)
  if (options.certificate !== undefined) tryFile(options.certificate, '--certificate', io)
  if (options.shoppingList !== undefined) tryFile(options.shoppingList, '--shopping-list', io)
  const shown = options.json === true ? printingAside(io) : io
  const client = name ?? command?.join(' ') ?? 'a service'
  const page = options.open
    ? await (await import('./page/certification-page.ts')).openCertificationPage(client, profile, io)
    : undefined
  const interruption = watchForInterruption(io)
  const { signal } = interruption
  try {
    const host = command === null ? options.host : undefined
    const heading = headingOf({ host, profileSource, seed, tls, page: page?.address })
    const rerun = rerunWords(options, io)
    const run = { profile, scenarios, only, name, seed, tls, rerun, isStrict, signal }
    const certification = await (command === null
      ? certifyService(run, heading, options, shown, page)
      : certifyProcess({ ...run, command, force: interruption.force }, heading, options, shown, page))
    page?.conclude(certification)
    showCertification(certification, certification.journal, options, shown)
    if (options.json === true) io.stdout.write(jsonFile(certification.report))
    return signal.aborted ? EXIT_INTERRUPTED : certificationExitCode(certification)
  } catch (cause) {
    if (!(cause instanceof UnknownScenarioError)) throw cause
    throw unknownScenario(cause)
  } finally {
    interruption.release()
    await page?.close()
  }
}

/** As the command line takes names behind --only until the next option, a client's command is easily taken for one. */
function unknownScenario(cause: UnknownScenarioError): InputError {
  const near = namesLike(cause.asked, cause.known)
  const message =
    near.length === 0
      ? cause.message
      : `only ${cause.asked}: there is no such scenario. Did you mean ${near.join(' or ')}?`
  return new InputError(`--${message} The client's command comes after --.`, { cause })
}

async function certifyProcess(
  run: EngineOptions & Pick<ProcessClient, 'command' | 'force'>,
  heading: Heading,
  { jobs, timeLimit: timeLimitSeconds, restart }: CertifyCommandOptions,
  io: Io,
  page: CertificationPage | undefined,
): Promise<Certification> {
  const { env, cwd } = io
  const { show, close } = processProgress(io, heading)
  const onProgress = (progress: CertificationProgress) => {
    page?.see(progress)
    show(progress)
  }
  try {
    return await runCertification({ ...run, env, cwd, jobs, timeLimitSeconds, restart, onProgress })
  } finally {
    close()
  }
}

async function certifyService(
  run: EngineOptions,
  heading: Heading,
  { port, host, key, shoppingList, timeout: timeoutSeconds }: CertifyCommandOptions,
  io: Io,
  page: CertificationPage | undefined,
): Promise<Certification> {
  const { signal: finished, release } = enterPressed(io)
  const listen = { port, host, key, timeoutSeconds, finished }
  const isKeyGiven = key !== undefined
  const show = serviceProgress(io, heading, { isKeyGiven })
  const onProgress = (progress: CertificationProgress) => {
    if (progress.event === 'listening' && shoppingList !== undefined)
      writeShoppingList(shoppingList, progress, { isKeyGiven, folder: io })
    page?.see(progress)
    show(progress)
  }
  try {
    return await runCertification({ ...run, listen, onProgress })
  } finally {
    release()
  }
}

function commandOf([program, ...args]: readonly string[], { listen }: CertifyCommandOptions): Command | null {
  if (listen === true && program !== undefined)
    throw new InputError(
      '--listen: expected no command. The client is a service that you start; or leave --listen out.',
    )
  if (listen === true) return null
  if (program === undefined)
    throw new InputError(
      'certify: found no command. Put it behind --, such as: npx partner-purchase certify -- node client.mjs; or use --listen for a service that you start yourself.',
    )
  return [program, ...args]
}
