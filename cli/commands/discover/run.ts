import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { harmless, legible } from '../../../contract/text/harmless.ts'
import { redact } from '../../../contract/text/redact.ts'
import { type Discovery, discover as runDiscovery } from '../../../contract-tests/discovery/discover.ts'
import { planInWords } from '../../../contract-tests/discovery/plan-in-words.ts'
import { REQUEST_LIMITS } from '../../../contract-tests/discovery/request-limits.ts'
import type { DiscoveryAim } from '../../../contract-tests/discovery/search.ts'
import { isOnThisMachine, newRunId } from '../../../contract-tests/run/target.ts'
import { loadProfile } from '../../files/files.ts'
import { type Folder, type Io, print, printingAside } from '../../io.ts'
import { unreachableReason } from '../../target/preflight.ts'
import { proxyFor, proxyWords } from '../../target/proxy-settings.ts'
import { baseUrlOf, KEY_VARIABLE, keyFromEnvironment } from '../../target/target-options.ts'
import { type Stopping, watchForStop } from '../../target/time-limit.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { fold, type Paint, paintFor, widthOf, wrap } from '../../terminal/terminal.ts'
import { Refusal } from '../../terminal/usage-error.ts'
import { type DiscoveryFiles, discoveryDocuments, discoveryFiles, writeDiscovery } from './discovery-files.ts'
import { renderEvent, renderRemains } from './render.ts'

/** What `partner-purchase discover` takes. */
export type DiscoverOptions = {
  baseUrl: string
  profile?: string
  sku?: string
  out: string
  allowPurchase?: boolean
  allowHttp?: boolean
  force?: boolean
  timeLimit: number
  json?: boolean
}

/**
 * `partner-purchase discover`: asks a service for the answers to the gaps, prints what it finds and how, and writes a
 * profile, with the evidence next to it.
 *
 * @returns the exit code.
 * @throws {Refusal | ProfileError} before any socket is opened.
 */
export async function discover(options: DiscoverOptions, io: Io): Promise<number> {
  const aim = aimOf(options, io)
  const files = discoveryFiles(options.out, options.force === true, io)
  const shown = options.json === true ? printingAside(io) : io
  const [paint, width] = [paintFor(shown.stdout, io.env), widthOf(shown.stdout)]
  const terminal = { say: speaker(shown, aim.apiKey), paint, width }
  const { say } = terminal
  const reason = await unreachableReason(aim)
  if (reason !== undefined) {
    say(fold(reason, width))
    return EXIT_CODES.unreachable
  }
  say(fold(heading(aim), width))
  const stopping = watchForStop(options.timeLimit, io)
  try {
    const run = runDiscovery(aim, (event) => say(renderEvent(harmless(event), paint, width)))
    const ended = await Promise.race([run, stopping.stopped])
    if (typeof ended === 'string') return sayStopped(ended, terminal, stopping)
    const documents = discoveryDocuments(ended, aim, io.clock.now())
    const exitCode = conclude(ended, aim, files, documents, io, terminal)
    if (options.json === true) io.stdout.write(documents.evidence)
    return exitCode
  } finally {
    stopping.release()
  }
}

type Say = (text: string) => void

/** Where the output of a discovery goes. */
type Terminal = { readonly say: Say; readonly paint: Paint; readonly width: number }

/** All output goes through here, and the key is removed. */
function speaker(io: Io, apiKey: string): Say {
  return (text) => print(io, redact(text, [apiKey]))
}

function aimOf(options: DiscoverOptions, io: Io): DiscoveryAim {
  const apiKey = keyFromEnvironment(io.env)
  const baseUrl = baseUrlOf(options.baseUrl, { allowHttp: options.allowHttp === true })
  if (apiKey === undefined) {
    throw new Refusal(`${KEY_VARIABLE} is not set. Put the TEST key that the operator gave you in it.`)
  }
  refuseKeyInUrl('--base-url', baseUrl, apiKey)
  refuseKeyInUrl('--sku', options.sku ?? '', apiKey)
  return {
    baseUrl,
    proxy: proxyFor(baseUrl, io.env),
    apiKey,
    start: startOf(options.profile, io),
    ...(options.sku !== undefined && { sku: options.sku }),
    allowPurchase: options.allowPurchase === true,
    runId: newRunId(),
  }
}

function refuseKeyInUrl(option: string, text: string, apiKey: string): void {
  if (redact(text, [apiKey]) === text) return
  throw new Refusal(`${option}: found a key in it, which would put it into a URL. Leave it out.`)
}

/** A discovery starts only from a named file, never from the default one in the current folder. */
function startOf(file: string | undefined, folder: Folder): Profile {
  return file === undefined ? resolveProfile({}) : loadProfile(file, folder).profile
}

function heading(aim: DiscoveryAim): string {
  const plan = planInWords(aim.start, REQUEST_LIMITS, aim.allowPurchase)
  return [`Discovering the Partner Purchase API at ${aim.baseUrl}${proxyWords(aim.proxy)}.`, ...plan].join(
    '\n',
  )
}

function conclude(
  discovery: Discovery,
  aim: DiscoveryAim,
  files: DiscoveryFiles,
  documents: DiscoveryFiles,
  io: Io,
  { say, paint, width }: Terminal,
): number {
  const { ending, profile, setAside, requests } = discovery
  if (ending.kind !== 'found') {
    say(`\n${paint('red', wrap(`${legible(ending.message)} No profile was written.`, width).join('\n'))}`)
    return ending.kind === 'unanswered' ? EXIT_CODES.unreachable : EXIT_CODES.incomplete
  }
  writeDiscovery(documents, files, io)
  say(renderRemains(profile, harmless(setAside), paint, width))
  say(fold(`${requests} requests were sent. Profile: ${files.profile}. Evidence: ${files.evidence}.`, width))
  say(`Next: ${nextCommand(aim.baseUrl, files.profile, io)}`)
  return EXIT_CODES.kept
}

function nextCommand(baseUrl: string, profile: string, io: Io): string {
  const file = /^[\w./+-]+$/.test(profile) ? profile : `'${profile.replaceAll("'", "'\\''")}'`
  const isInTheClear = baseUrl.startsWith('http:') && !isOnThisMachine(baseUrl)
  return `${invocationOf(io).join(' ')} verify --profile ${file} --base-url ${baseUrl}${isInTheClear ? ' --allow-http' : ''}`
}

function sayStopped(reason: string, { say, width }: Terminal, stopping: Stopping): number {
  const rest = 'No profile was written. If a purchase was sent above, it stands: ask for it by its reference.'
  say(`\n${fold(`${reason} ${rest}`, width)}`)
  return stopping.isInterrupted() ? EXIT_INTERRUPTED : EXIT_CODES.incomplete
}
