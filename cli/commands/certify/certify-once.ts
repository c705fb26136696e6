import { createSecureContext } from 'node:tls'
import { type Certification, certify } from '../../../certification/runner/certify.ts'
import type { ProcessClient, RealService, ServiceClient } from '../../../certification/runner/options.ts'
import type { Command } from '../../../certification/runner/process/program.ts'
import type { CertificationProgress } from '../../../certification/runner/progress.ts'
import type { Report } from '../../../contract/report/report.ts'
import type { Certificate } from '../../../mock-server/tls/certificate.ts'
import { showCertification } from '../../certification/show-certification.ts'
import { readText, writeWhole } from '../../files/files.ts'
import { comparedWith, jsonFile } from '../../files/report-files.ts'
import { type Folder, InputError, type Io, printingAside } from '../../io.ts'
import type { MockSettings } from '../../mock/settings.ts'
import { clientSource } from './client-files.ts'
import type { CertifyCommandOptions } from './command.ts'
import { type Heading, headingOf } from './heading.ts'
import { processProgress } from './progress/process-progress.ts'
import { serviceProgress } from './progress/service-progress.ts'
import { printRemaining, type Round, rerunWords } from './what-remains.ts'

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

/**
 * Has a client go through scenarios, judges what it did, prints the verdict and writes the report.
 *
 * @returns null where it was superseded.
 * @throws {UnknownScenarioError | ListenError | CommandError} before anything was judged.
 */
export async function certifyOnce(
  client: Client,
  { which, superseded = new AbortController().signal, ...round }: Round,
): Promise<Concluded | null> {
  const { command, settings, options, io, seed, earlier } = client
  const { profile, profileSource, scenarios } = settings
  const { name, plainSkus, watch: rehearsal, challenge, issuer } = options
  const shown = options.json === true ? printingAside(io) : io
  const page = options.open
    ? await (await import('./page/certification-page.ts')).openCertificationPage(
        name ?? command?.join(' ') ?? 'a service',
        profile,
        io,
      )
    : undefined
  try {
    const host = command === null ? options.host : undefined
    const cards = round.only === undefined && !(plainSkus || rehearsal) ? 'secret' : 'plain'
    const servedBy = options.tls ? (options.tlsCert ?? 'a certificate made for this run') : undefined
    const heading = headingOf({ host, which, profileSource, cards, tls: servedBy, page: page?.address })
    const source = clientSource(command, options.image, io)
    const tls = client.certificate ?? ownCertificate(options, io) ?? options.tls
    const way =
      command === null
        ? toListen(client, heading, shown)
        : toStart(command, client, round.bail, heading, shown)
    const judged = await certify({
      ...way.client,
      ...{ profile, scenarios, only: round.only, seed, plainSkus, rehearsal },
      ...{ name, challenge, issuer, source, tls },
      rerun: rerunWords(options, io),
      isStrict: options.strict,
      signal: AbortSignal.any([round.signal, superseded]),
      onProgress(progress) {
        page?.see(progress)
        if (!superseded.aborted) way.show(progress)
      },
    }).finally(way.close)
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

/** How a client comes to buy, and what is shown of that until it is closed. */
type Way = {
  readonly client: ProcessClient | ServiceClient
  readonly show: (progress: CertificationProgress) => void
  readonly close: () => void
}

function toStart(
  command: Command,
  { options, io: { env, cwd }, force, service }: Client,
  bail: Round['bail'],
  heading: Heading,
  io: Io,
): Way {
  const { jobs, timeLimit: timeLimitSeconds, restart } = options
  const client = { command, env, cwd, jobs, timeLimitSeconds, restart, force, bail, service }
  return { client, ...processProgress(io, heading, { jobs, bail }) }
}

function toListen({ options, service }: Client, heading: Heading, io: Io): Way {
  const { port, host, key, shoppingList, timeout: timeoutSeconds, allowFrom } = options
  const { signal: finished, release } = enterPressed(io)
  const isKeyGiven = key !== undefined
  const show = serviceProgress(io, heading, { isKeyGiven })
  return {
    client: { listen: { port, host, key, timeoutSeconds, allowFrom, finished }, service },
    show(progress) {
      if (progress.event === 'listening' && shoppingList !== undefined)
        writeShoppingList(shoppingList, progress, { isKeyGiven, folder: io })
      show(progress)
    },
    close: release,
  }
}

/** The user's own certificate; undefined where one is made for the run, if it serves https. */
export function ownCertificate(
  { tlsCert, tlsKey }: CertifyCommandOptions,
  io: Io,
): Pick<Certificate, 'cert' | 'key'> | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  const [cert, key] = [readText(tlsCert, '--tls-cert', io), readText(tlsKey, '--tls-key', io)]
  try {
    // It takes an empty text for one that is not given.
    createSecureContext({ cert: cert || '-', key: key || '-' })
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
  { url: baseUrl, key, certificate, scenarios, own, turn }: Listening,
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
    // At a real service, one scenario comes after the other: the file is written again for each.
    ...(turn !== undefined && { turn }),
  }
  writeWhole(file, jsonFile(document), folder)
}
