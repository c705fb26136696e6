import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { harmless, legible, legibleJson } from '../../../contract/text/harmless.ts'
import { redactor } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import {
  type Discovery,
  discover as findAnswers,
  planInWords,
} from '../../../contract-tests/discovery/discover.ts'
import type { DiscoveryEvent } from '../../../contract-tests/discovery/findings.ts'
import type { DiscoveryAim } from '../../../contract-tests/discovery/prober.ts'
import { paceOf } from '../../../contract-tests/target/pace.ts'
import { isOnThisMachine, newRunId, REFERENCE_PREFIX } from '../../../contract-tests/target/target.ts'
import { loadProfile, writeWhole } from '../../files/files.ts'
import { tryOut } from '../../files/writable.ts'
import { type Folder, InputError, type Io, print, printingAside } from '../../io.ts'
import { unreachableReason } from '../../target/preflight.ts'
import { baseUrlOf, proxyFor, proxyWords, requiredKey } from '../../target/target-options.ts'
import { watchForStop } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { fold, screenOf } from '../../terminal/terminal.ts'
import { prefixText, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionRows, OptionsOf } from '../command.ts'
import { assumedAnswers, renderEvent } from './render.ts'

const HELP = `
Exit codes:
  0  a profile was written
  2  refused: usage, profile, or a guard
  3  the target can't be reached
  4  no profile: the key was not accepted, or this is not a TEST environment, or
     the time limit was reached
  5  an error of the kit itself`

const OPTIONS = {
  baseUrl: ['<url>', 'the service'],
  profile: [
    '<file>',
    'the profile to start from: its answers are tried first, and stay where nothing else is found',
  ],
  lookup: ['<template>', 'the lookup to try first, such as "GET /orders?ref={partnerReference}"'],
  allowPurchase: 'buy one TEST card, to find the lookup and a settled state',
  sku: ['<sku>', 'the card to buy; without it, the cheapest whose price was read'],
  referencePrefix: [
    '<text>',
    `what every reference begins with, before a colon; by default ${REFERENCE_PREFIX}`,
    prefixText,
  ],
  out: [
    '<file>',
    'the profile to write; its evidence is written next to it',
    'partner-purchase.profile.json',
  ],
  force: 'overwrite files that exist',
  timeLimit: ['<seconds>', 'end the run after this time', wholeNumber(1, 86_400), 900],
  allowHttp: 'send the key in the clear, over http, to another machine',
  json: 'print the evidence as JSON on standard output, and the rest on standard error',
} as const satisfies OptionRows

type DiscoverOptions = OptionsOf<typeof OPTIONS, 'baseUrl'>

export const discoverCommand: CommandSpec = {
  options: OPTIONS,
  required: 'baseUrl',
  help: HELP,
  example: 'discover --base-url https://api.example.com --allow-purchase',
  run: discover,
}

/**
 * `partner-purchase discover`: asks a service for the answers to the gaps, prints what it finds and how, and writes a
 * profile, with the evidence next to it.
 *
 * @throws {InputError | ProfileError} before any socket is opened.
 */
async function discover(options: DiscoverOptions, io: Io): Promise<number> {
  const aim = aimOf(options, io)
  const files = { profile: options.out, evidence: `${options.out.replace(/\.json$/, '')}.evidence.json` }
  for (const out of Object.values(files)) tryOut({ out, force: options.force === true }, io)
  const terminal = terminalOf(options.json === true ? printingAside(io) : io, aim.apiKey)
  const found = await askService(aim, options.timeLimit, terminal, io)
  if (typeof found === 'number') return found

  const { say, clean } = terminal
  const textOf = (document: object) => `${legibleJson(clean(JSON.stringify(document, null, 2)))}\n`
  const evidence = textOf(evidenceOf(found, aim.baseUrl, io.clock.now()))
  writeWhole(files.profile, textOf(found.profile), io)
  writeWhole(files.evidence, evidence, io)
  if (options.json === true) io.stdout.write(evidence)

  say(`\nStill assumed: ${assumedAnswers(found.profile).join(', ') || 'nothing'}.`)
  say(`${found.requests} requests were sent. Profile: ${files.profile}. Evidence: ${files.evidence}.`)
  say(`Next: ${nextCommand(aim.baseUrl, files.profile, io)}`, Number.POSITIVE_INFINITY)
  return EXIT_CODES.kept
}

/** Where a discovery is shown: no key comes through. */
function terminalOf(io: Io, apiKey: string) {
  const screen = screenOf(io)
  const clean = redactor([apiKey])
  return {
    clean,
    say: (text: string, width = screen.width) => print(io, fold(clean(legible(text)), width)),
    show: (event: DiscoveryEvent) => print(io, clean(renderEvent(harmless(event), screen))),
  }
}

/** @throws {InputError} for an address or a key that can't be used. */
function aimOf(options: DiscoverOptions, io: Io): DiscoveryAim {
  const apiKey = requiredKey(io.env, 'Put the TEST key that the operator gave you in it.')
  const baseUrl = baseUrlOf(options.baseUrl, options)
  const { sku, lookup, referencePrefix } = options
  for (const [option, text] of Object.entries({ '--base-url': baseUrl, '--sku': sku, '--lookup': lookup }))
    if (text !== undefined && redactor([apiKey])(text) !== text)
      throw new InputError(`${option}: found a key in it, which would put it into a URL. Leave it out.`)
  return {
    baseUrl,
    proxy: proxyFor(baseUrl, io.env),
    apiKey,
    start: startOf(options, io),
    ...(sku !== undefined && { sku }),
    ...(referencePrefix !== undefined && { referencePrefix }),
    allowPurchase: options.allowPurchase === true,
    runId: newRunId(),
  }
}

/** A discovery starts only from a named file, never from the default one in the current folder. */
function startOf({ profile: file, lookup }: DiscoverOptions, folder: Folder): Profile {
  const profile = file === undefined ? resolveProfile({}) : loadProfile(file, folder).profile
  if (lookup === undefined) return profile
  const [, method, path] = /^(GET) (\/\S*)$/.exec(lookup) ?? []
  try {
    return resolveProfile({ ...profile, lookup: { method, path } as Profile['lookup'] })
  } catch (cause) {
    throw new InputError(
      `--lookup: found ${JSON.stringify(lookup)}, expected GET and a path with the reference in it, such as "GET /orders?ref={partnerReference}".`,
      { cause },
    )
  }
}

/** `timeLimit` is in seconds. Returns the exit code if no profile was found. */
async function askService(
  aim: DiscoveryAim,
  timeLimit: number,
  { say, show }: ReturnType<typeof terminalOf>,
  io: Io,
): Promise<Discovery | number> {
  const unreachable = await unreachableReason(aim)
  if (unreachable !== undefined) {
    say(unreachable)
    return EXIT_CODES.unreachable
  }
  say(`Discovering the Partner Purchase API at ${aim.baseUrl}${proxyWords(aim.proxy)}.`)
  for (const line of planInWords(aim)) say(line)
  const stopping = watchForStop(timeLimit, io)
  try {
    const ended = await Promise.race([findAnswers(aim, show, paceOf(io.clock)), stopping.stopped])
    if (typeof ended === 'string') {
      say(
        `\n${ended} No profile was written. If a purchase was sent above, it stands: ask for it by its reference.`,
      )
      return stopping.isInterrupted() ? EXIT_INTERRUPTED : EXIT_CODES.incomplete
    }
    if (ended.failure === null) return ended
    say(`\n${ended.failure.message} No profile was written.`)
    return EXIT_CODES[ended.failure.outcome]
  } finally {
    stopping.release()
  }
}

/** What a discovery saw: a profile has no place for reasons. */
function evidenceOf({ findings, purchase, requests }: Discovery, baseUrl: string, at: number) {
  const answers = Object.fromEntries(findings.map(({ key, ...rest }) => [key, rest]))
  return {
    schema: 'partner-purchase/discovery@1',
    baseUrl,
    at: new Date(at).toISOString(),
    requests,
    purchase,
    answers,
  }
}

function nextCommand(baseUrl: string, profile: string, io: Io): string {
  // What a shell would take apart is not put into a command.
  const address = /^https?:\/\/[\w.:/-]+$/.test(baseUrl) ? baseUrl : 'URL'
  const isInTheClear = address.startsWith('http:') && !isOnThisMachine(address)
  const words = ['verify', '--profile', profile, '--base-url', address]
  return shellCommand([...invocationOf(io), ...words, ...(isInTheClear ? ['--allow-http'] : [])])
}
