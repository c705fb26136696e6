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
import { evidenceDocument } from '../../../contract-tests/discovery/evidence-document.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import { paceOf } from '../../../contract-tests/run/pace.ts'
import { isOnThisMachine, newRunId } from '../../../contract-tests/run/target.ts'
import { loadProfile, writeWhole } from '../../files/files.ts'
import { tryOut } from '../../files/writable.ts'
import { type Folder, InputError, type Io, print, printingAside } from '../../io.ts'
import { unreachableReason } from '../../target/preflight.ts'
import {
  baseUrlOf,
  keyFromEnvironment,
  proxyFor,
  proxyWords,
  requiredKey,
} from '../../target/target-options.ts'
import { watchForStop } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { fold, screenOf, wrap } from '../../terminal/terminal.ts'
import type { DiscoverOptions } from './command.ts'
import { renderEvent, renderRemains } from './render.ts'

/**
 * `partner-purchase discover`: asks a service for the answers to the gaps, prints what it finds and how, and writes a
 * profile, with the evidence next to it.
 *
 * @throws {InputError | ProfileError} before any socket is opened.
 */
export async function discover(options: DiscoverOptions, io: Io): Promise<number> {
  const aim = aimOf(options, startOf(options, io), io)
  const { baseUrl, apiKey } = aim
  const files = { profile: options.out, evidence: `${options.out.replace(/\.json$/, '')}.evidence.json` }
  for (const out of Object.values(files)) tryOut({ out, force: options.force === true }, io)
  const terminal = terminalOf(options.json === true ? printingAside(io) : io, apiKey)
  const found = await askService(aim, options.timeLimit, terminal, io)
  if (typeof found === 'number') return found
  const textOf = (written: object) => `${legibleJson(redact(JSON.stringify(written, null, 2), [apiKey]))}\n`
  const evidence = textOf(evidenceDocument(found, { baseUrl, at: io.clock.now() }))
  writeWhole(files.profile, textOf(found.profile), io)
  writeWhole(files.evidence, evidence, io)
  conclude(found, files, baseUrl, terminal, io)
  if (options.json === true) io.stdout.write(evidence)
  return EXIT_CODES.kept
}

/** Where a discovery is shown: no key comes through. */
function terminalOf(io: Io, apiKey: string) {
  const screen = screenOf(io)
  const say = (text: string) => print(io, redact(text, [apiKey]))
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

/** Says what is still assumed, and what comes next. */
function conclude(
  { profile, setAside, requests }: Discovery,
  files: { readonly profile: string; readonly evidence: string },
  baseUrl: string,
  { say, ...screen }: Terminal,
  io: Io,
): void {
  say(renderRemains(profile, harmless(setAside), screen))
  const written = `Profile: ${files.profile}. Evidence: ${files.evidence}.`
  say(fold(`${requests} requests were sent. ${written}`, screen.width))
  // What a shell would take apart is not put into a command.
  const address = /^https?:\/\/[\w.:/-]+$/.test(baseUrl) ? baseUrl : 'URL'
  const isInTheClear = address.startsWith('http:') && !isOnThisMachine(address)
  const words = ['verify', '--profile', files.profile, '--base-url', address]
  const next = [...invocationOf(io), ...words, ...(isInTheClear ? ['--allow-http'] : [])]
  say(`Next: ${shellCommand(next)}`)
}

/** @throws {InputError} for an address or a key that can't be used. */
function aimOf(options: DiscoverOptions, start: Profile, io: Io): DiscoveryAim {
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
