import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { harmless, legible, legibleJson } from '../../../contract/text/harmless.ts'
import { redact } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import {
  discover as ask,
  type Discovery,
  type DiscoveryAim,
  planInWords,
} from '../../../contract-tests/discovery/discover.ts'
import { evidenceDocument, together } from '../../../contract-tests/discovery/evidence-document.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import type { Found } from '../../../contract-tests/discovery/found-profile.ts'
import { readDocument } from '../../../contract-tests/discovery/openapi/read-document.ts'
import { paceOf } from '../../../contract-tests/run/pace.ts'
import { isOnThisMachine, newRunId } from '../../../contract-tests/run/target.ts'
import { loadProfile, writeWhole } from '../../files/files.ts'
import { tryReport } from '../../files/report-files.ts'
import { tryOut } from '../../files/writable.ts'
import { type Folder, InputError, type Io, print, printingAside } from '../../io.ts'
import { unreachableReason } from '../../target/preflight.ts'
import {
  baseUrlOf,
  keyFromEnvironment,
  proxyFor,
  proxyWords,
  requiredKey,
  SERVICE_KEY_VARIABLE,
} from '../../target/target-options.ts'
import { watchForStop } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { fold, screenOf, wrap } from '../../terminal/terminal.ts'
import type { DiscoverOptions } from './command.ts'
import { documentFiles, reportDocument } from './document.ts'
import { renderEvent, renderRemains } from './render.ts'

/**
 * `partner-purchase discover`: asks a service, or its document, for the answers to the gaps, prints what it finds and
 * how, and writes a profile, with the evidence next to it.
 *
 * @throws {InputError | ProfileError | DocumentError} before any socket is opened.
 */
export async function discover(options: DiscoverOptions, io: Io): Promise<number> {
  const { openapi, baseUrl, report, prefix } = options
  if (openapi === undefined && baseUrl === undefined)
    throw new InputError('--base-url or --openapi: found neither. Name the service, or its OpenAPI document.')
  const start = startOf(options, io)
  const aim = baseUrl === undefined ? undefined : aimOf({ ...options, baseUrl }, start, io)
  const files = { profile: options.out, evidence: `${options.out.replace(/\.json$/, '')}.evidence.json` }
  for (const out of Object.values(files)) tryOut({ out, force: options.force === true }, io)
  tryReport(report, io)
  const secrets = [aim?.apiKey ?? io.env[SERVICE_KEY_VARIABLE] ?? []].flat()
  const shown = options.json === true ? printingAside(io) : io
  const terminal = terminalOf(shown, secrets)
  const startedAt = io.clock.now()
  const document =
    openapi === undefined
      ? undefined
      : readDocument({ ...documentFiles(openapi, io), prefix, start, secrets }, terminal.show)
  const asked =
    aim && (await askService({ ...aim, start: document?.profile ?? start }, options.timeLimit, terminal, io))
  if (typeof asked === 'number') return asked
  const found = together(asked, document, aim?.baseUrl)
  const { differences, profile } = found
  for (const difference of differences) terminal.show({ kind: 'difference', difference })
  const facts = { baseUrl: aim?.baseUrl ?? null, at: io.clock.now(), document }
  const textOf = (written: object) => `${legibleJson(redact(JSON.stringify(written, null, 2), secrets))}\n`
  const evidence = textOf(evidenceDocument(found, facts))
  writeWhole(files.profile, textOf(profile), io)
  writeWhole(files.evidence, evidence, io)
  conclude(found, files, aim?.baseUrl ?? document?.baseUrls, terminal, io)
  const exitCode =
    document === undefined
      ? EXIT_CODES.kept
      : reportDocument({ ...document, profile }, differences, { ...facts, startedAt, secrets }, report, shown)
  if (options.json === true) io.stdout.write(evidence)
  return exitCode
}

/** Where a discovery is shown: no key comes through. */
function terminalOf(io: Io, secrets: readonly string[]) {
  const screen = screenOf(io)
  const say = (text: string) => print(io, redact(text, secrets))
  return { ...screen, say, show: (event: DiscoveryEvent) => say(renderEvent(harmless(event), screen)) }
}
type Terminal = ReturnType<typeof terminalOf>

/** A discovery starts only from a named file, never from the default one in the current folder. */
function startOf({ profile: file, lookup }: DiscoverOptions, folder: Folder): Profile {
  const profile = file === undefined ? resolveProfile({}) : loadProfile(file, folder).profile
  if (lookup === undefined) return profile
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(lookup) ?? []
  const hint = { method, path } as Profile['lookup']
  try {
    return resolveProfile({ ...profile, lookup: hint })
  } catch (cause) {
    throw new InputError(
      `--lookup: found ${JSON.stringify(lookup)}, expected a method and a path with the reference in it, such as "GET /orders?ref={partnerReference}".`,
      { cause },
    )
  }
}

/** Says what comes next: at the address of the service, or those that a document names, of which none was asked. */
function conclude(
  { profile, setAside, requests }: Found & Pick<Discovery, 'requests'>,
  files: { readonly profile: string; readonly evidence: string },
  address: string | readonly string[] | undefined,
  { say, ...screen }: Terminal,
  io: Io,
): void {
  const { width } = screen
  say(renderRemains(profile, harmless(setAside), screen))
  const sent = requests === 0 ? 'No request was sent' : `${requests} requests were sent`
  say(fold(`${sent}. Profile: ${files.profile}. Evidence: ${files.evidence}.`, width))
  const [only = '', ...others] = [address ?? []].flat()
  if (others.length > 0)
    say(fold(`The document names several base addresses: ${[only, ...others].join(', ')}.`, width))
  // What a shell would take apart is not put into a command.
  const isOnly = others.length === 0 && /^https?:\/\/[\w.:/-]+$/.test(only)
  const isInTheClear = isOnly && only.startsWith('http:') && !isOnThisMachine(only)
  const words = ['verify', '--profile', files.profile, '--base-url', isOnly ? only : 'URL']
  const next = [...invocationOf(io), ...words, ...(isInTheClear ? ['--allow-http'] : [])]
  say(`Next: ${shellCommand(next)}`)
}

/** @throws {InputError} for an address or a key that can't be used. */
function aimOf(
  options: DiscoverOptions & { readonly baseUrl: string },
  start: Profile,
  io: Io,
): DiscoveryAim {
  keyFromEnvironment(io.env)
  const baseUrl = baseUrlOf(options.baseUrl, options)
  const apiKey = requiredKey(io.env, 'Put the TEST key that the operator gave you in it.')
  refuseKeyInUrl('--base-url', baseUrl, apiKey)
  refuseKeyInUrl('--sku', options.sku ?? '', apiKey)
  return {
    baseUrl,
    proxy: proxyFor(baseUrl, io.env),
    apiKey,
    start,
    ...(options.sku !== undefined && { sku: options.sku }),
    allowPurchase: options.allowPurchase === true,
    runId: newRunId(),
  }
}

function refuseKeyInUrl(option: string, text: string, apiKey: string): void {
  if (redact(text, [apiKey]) === text) return
  throw new InputError(`${option}: found a key in it, which would put it into a URL. Leave it out.`)
}

/** `timeLimit` is in seconds. Returns the exit code if no profile was found. */
async function askService(
  aim: DiscoveryAim,
  timeLimit: number,
  { say, show, paint, width }: Terminal,
  io: Io,
): Promise<Discovery | number> {
  const reason = await unreachableReason(aim)
  if (reason !== undefined) {
    say(fold(reason, width))
    return EXIT_CODES.unreachable
  }
  const heading = `Discovering the Partner Purchase API at ${aim.baseUrl}${proxyWords(aim.proxy)}.`
  say(fold([heading, ...planInWords(aim)].join('\n'), width))
  const stopping = watchForStop(timeLimit, io)
  try {
    const ended = await Promise.race([ask(aim, show, paceOf(io.clock)), stopping.stopped])
    if (typeof ended === 'string') {
      const rest =
        'No profile was written. If a purchase was sent above, it stands: ask for it by its reference.'
      say(`\n${fold(`${ended} ${rest}`, width)}`)
      return stopping.isInterrupted() ? EXIT_INTERRUPTED : EXIT_CODES.incomplete
    }
    const { ending } = ended
    if (ending.kind === 'found') return ended
    say(`\n${paint('red', wrap(`${legible(ending.message)} No profile was written.`, width).join('\n'))}`)
    return ending.kind === 'unanswered' ? EXIT_CODES.unreachable : EXIT_CODES.incomplete
  } finally {
    stopping.release()
  }
}
