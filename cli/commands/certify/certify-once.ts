import { createSecureContext } from 'node:tls'
import { type Certification, certify } from '../../../certification/runner/certify.ts'
import type {
  CertifyOptions,
  ProcessClient,
  RealService,
  ServiceClient,
} from '../../../certification/runner/options.ts'
import type { Command } from '../../../certification/runner/process/run-client.ts'
import type { CertificationProgress } from '../../../certification/runner/progress.ts'
import type { Report } from '../../../contract/report/report.ts'
import type { Certificate } from '../../../mock-server/tls/certificate.ts'
import { showCertification } from '../../certification/show-certification.ts'
import { comparedWith } from '../../files/earlier-report.ts'
import { readText, writeWhole } from '../../files/files.ts'
import { jsonFile } from '../../files/report-files.ts'
import { type Folder, type Io, printingAside } from '../../io.ts'
import type { MockSettings } from '../../mock/settings.ts'
import { InputError } from '../../terminal/input-error.ts'
import { clientSource } from './client-source.ts'
import { type Heading, headingOf } from './heading.ts'
import type { CertificationPage } from './page/certification-page.ts'
import { processProgress } from './progress/process-progress.ts'
import { serviceProgress } from './progress/service-progress.ts'
import { type CertifyCommandOptions, rerunWords } from './rerun.ts'
import { printRemaining } from './what-remains.ts'

type EngineOptions = Omit<CertifyOptions, keyof ProcessClient | keyof ServiceClient>

/** What every run of a client has in common. */
export type Client = {
  /** Null for a service that is started elsewhere. */
  readonly command: Command | null
  readonly settings: MockSettings
  readonly options: CertifyCommandOptions
  readonly io: Io
  /** What its cards are named by. Default: random bits. */
  readonly seed?: string | undefined
  /** The report that it is compared with. */
  readonly earlier?: Report | undefined
  /** Where some of its scenarios are run. Default: all at the mock. */
  readonly service?: RealService | undefined
  /** What that, and the mocks, prove themselves by. */
  readonly certificate?: Certificate | undefined
  /** Aborted to end its processes without waiting. */
  readonly force: AbortSignal
}

/** A certification, and whether everything of it was written. */
type Concluded = Certification & { readonly isWritten: boolean }

/** Which scenarios are run, and until when. */
export type Round = {
  /** Default: all. */
  readonly only: readonly string[] | undefined
  /** Which those are, where the user did not name them. */
  readonly which?: string | undefined
  readonly bail: boolean | undefined
  readonly signal: AbortSignal
  /** Aborted when the client has changed since: then nothing more is shown or written of this run. */
  readonly superseded?: AbortSignal | undefined
}

/**
 * Has a client go through scenarios, judges what it did, prints the verdict and writes the report.
 *
 * @returns null where it was superseded.
 * @throws {UnknownScenarioError | ListenError | CommandError} before anything was judged.
 */
export async function certifyOnce(
  { command, settings, options, io, force, seed, earlier, service, certificate }: Client,
  { which, superseded = new AbortController().signal, ...round }: Round,
): Promise<Concluded | null> {
  const { profile, profileSource, scenarios } = settings
  const { name, strict: isStrict, plainSkus, watch: rehearsal, image, challenge, issuer } = options
  const shown = options.json === true ? printingAside(io) : io
  const client = name ?? command?.join(' ') ?? 'a service'
  const page = options.open
    ? await (await import('./page/certification-page.ts')).openCertificationPage(client, profile, io)
    : undefined
  try {
    const host = command === null ? options.host : undefined
    const cards = round.only === undefined && !(plainSkus || rehearsal) ? 'secret' : 'plain'
    const tls = options.tls ? (options.tlsCert ?? 'a certificate made for this run') : undefined
    const heading = headingOf({ host, which, profileSource, cards, tls, page: page?.address })
    const rerun = rerunWords(options, io)
    const signal = AbortSignal.any([round.signal, superseded])
    const run = {
      ...{ ...round, signal, superseded, profile, scenarios, rerun, isStrict, seed, plainSkus, rehearsal },
      ...{
        name,
        challenge,
        issuer,
        source: clientSource(command, image, io),
        tls: certificate ?? tlsOf(options, io),
      },
    }
    const judged = await (command === null
      ? certifyService(run, heading, options, shown, page)
      : certifyProcess({ ...run, command, force, service }, heading, options, shown, page))
    if (superseded.aborted && !round.signal.aborted) return null
    const certification = { ...judged, report: comparedWith(earlier, judged.report) }
    page?.conclude(certification)
    const isWritten = showCertification(certification, certification.journal, options, shown)
    printRemaining(certification, command, options, shown)
    if (options.json === true) io.stdout.write(jsonFile(certification.report))
    return { ...certification, isWritten }
  } finally {
    await page?.close()
  }
}

async function certifyProcess(
  {
    superseded,
    ...run
  }: EngineOptions &
    Pick<ProcessClient, 'command' | 'force' | 'bail' | 'service'> & { readonly superseded: AbortSignal },
  heading: Heading,
  { jobs, timeLimit: timeLimitSeconds, restart }: CertifyCommandOptions,
  io: Io,
  page: CertificationPage | undefined,
): Promise<Certification> {
  const { env, cwd } = io
  const { show, close } = processProgress(io, heading, { jobs, bail: run.bail })
  const onProgress = (progress: CertificationProgress) => {
    page?.see(progress)
    if (!superseded.aborted) show(progress)
  }
  try {
    return await certify({ ...run, env, cwd, jobs, timeLimitSeconds, restart, onProgress })
  } finally {
    close()
  }
}

async function certifyService(
  run: EngineOptions,
  heading: Heading,
  { port, host, key, shoppingList, timeout: timeoutSeconds, allowFrom }: CertifyCommandOptions,
  io: Io,
  page: CertificationPage | undefined,
): Promise<Certification> {
  const { signal: finished, release } = enterPressed(io)
  const listen = { port, host, key, timeoutSeconds, allowFrom, finished }
  const isKeyGiven = key !== undefined
  const show = serviceProgress(io, heading, { isKeyGiven })
  const onProgress = (progress: CertificationProgress) => {
    if (progress.event === 'listening' && shoppingList !== undefined)
      writeShoppingList(shoppingList, progress, { isKeyGiven, folder: io })
    page?.see(progress)
    show(progress)
  }
  try {
    return await certify({ ...run, listen, onProgress })
  } finally {
    release()
  }
}

/** How the mock serves https: by a certificate of the user's, or by one that is made for the run. */
function tlsOf({ tls, tlsCert, tlsKey }: CertifyCommandOptions, io: Io): EngineOptions['tls'] {
  if (tlsCert === undefined || tlsKey === undefined) return tls
  const [cert, key] = [readText(tlsCert, '--tls-cert', io), readText(tlsKey, '--tls-key', io)]
  try {
    createSecureContext({ cert, key })
    return { cert, key }
  } catch {
    throw new InputError(
      `--tls-cert ${tlsCert}, --tls-key ${tlsKey}: they are no certificate with its key, each in PEM. Name both as a server takes them, the key without a passphrase.`,
    )
  }
}

/** Waits for Enter. Other input is ignored, and so is its end: there may be no input at all. */
function enterPressed({ stdin }: Io): { readonly signal: AbortSignal; release(): void } {
  const pressed = new AbortController()
  const hear = (chunk: Buffer) => {
    if (chunk.includes('\n')) pressed.abort()
  }
  stdin.on('data', hear)
  stdin.on('error', () => {})
  return {
    signal: pressed.signal,
    release() {
      stdin.off('data', hear)
      stdin.pause()
    },
  }
}

type Listening = Extract<CertificationProgress, { event: 'listening' }>

/**
 * Writes for a program what a service is to buy, and where: it is there once the mock can be called.
 *
 * @param options.isKeyGiven whether the key was named by the user: then it is not repeated.
 */
function writeShoppingList(
  file: string,
  { url: baseUrl, key, certificate, scenarios, own }: Listening,
  { isKeyGiven, folder }: { readonly isKeyGiven: boolean; readonly folder: Folder },
): void {
  const document = {
    schema: 'partner-purchase/shopping-list@1',
    baseUrl,
    key: isKeyGiven ? null : key,
    certificate,
    // A card that has another name than its scenario has it for not saying what happens.
    purchases: scenarios.map(({ sku, purchases, story }) => ({
      sku,
      purchases,
      ...(own === null && { story }),
    })),
  }
  writeWhole(file, jsonFile(document), folder)
}
