import type { Profile } from '../../../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { moneyWords } from '../../../contract/wire/money.ts'
import { exchangeLines } from '../../../contract-tests/history/history.ts'
import { whyNothingIsBought } from '../../../contract-tests/judge/why-unseen.ts'
import { parseBaseline } from '../../../contract-tests/report/baseline.ts'
import { newRunId, PURCHASE_LIMIT, type Target } from '../../../contract-tests/run/target.ts'
import { Caller } from '../../../contract-tests/script/caller.ts'
import { type Offer, readOffer } from '../../../contract-tests/script/offer.ts'
import { type PlannedPurchase, rehearse } from '../../../contract-tests/script/rehearse.ts'
import { ORDINARY_PARTNER, PARTNERS } from '../../../fixtures/partners.ts'
import { loadProfile, readText } from '../../files/files.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { tryOut } from '../../files/writable.ts'
import { faultsTo, InputError, type Io, type Output, print, printingAside } from '../../io.ts'
import { refuseUnknownCard, unansweredReason } from '../../target/preflight.ts'
import {
  baseUrlOf,
  blockedKeyFromEnvironment,
  keyFromEnvironment,
  proxyFor,
  proxyWords,
  requiredKey,
} from '../../target/target-options.ts'
import { watchForStop } from '../../terminal/interruption.ts'
import { headingText, say } from '../../terminal/terminal.ts'
import type { VerifyOptions } from './command.ts'
import { showReport } from './show-report.ts'
import { type Aim, judgeRun, runVerification, today } from './verification.ts'

/**
 * `partner-purchase verify`: runs the suite against a target, prints the verdict and writes the report.
 *
 * @throws {InputError | ProfileError | BaselineError} before any socket is opened.
 */
export async function verify(options: VerifyOptions, io: Io): Promise<number> {
  const key = keyFromEnvironment(io.env)
  const blockedKey = blockedKeyFromEnvironment(io.env)
  const required = requiredClauses(options.require ?? [])
  const { profile, source } = loadProfile(options.profile, io)
  const { baseline: accepted, proposeBaseline: out } = options
  const baseline = accepted === undefined ? [] : parseBaseline(readText(accepted, '--baseline', io), accepted)
  const target = await openTarget(options, profile, { key, blockedKey }, io)
  const shown = options.json === true ? printingAside(io) : io
  try {
    // What can't be written is refused before anything is bought.
    if (options.dryRun !== true) tryReport(options.report, io)
    if (options.dryRun !== true && out !== undefined) tryOut({ out, option: '--propose-baseline' }, io)
    print(shown, heading(target.name, source, target.aim))
    if (options.dryRun === true) return EXIT_CODES[await dryRun({ ...target.aim, runId: newRunId() }, io)]
    const { exitCode, ...run } = await verifyTarget(target.aim, options.timeLimit, io)
    const isStrict = options.strict === true
    const judged = judgeRun(run.report, { required, baseline, isStrict, today: today(io) })
    showReport(judged, run.history && exchangeLines(run.history.entries), options, shown)
    if (options.json === true) io.stdout.write(jsonFile(judged.report))
    return exitCode ?? EXIT_CODES[judged.report.outcome]
  } finally {
    await target.close()
  }
}

function heading(target: string, profile: string, { maxPurchases }: Aim): string {
  const facts = {
    Target: target,
    Profile: profile,
    Budget: `at most ${maxPurchases} purchases are sent`,
  }
  return `${headingText('Partner Purchase API, contract suite', facts, 9)}\n`
}

type Keys = { readonly key: string | undefined; readonly blockedKey: string | undefined }

async function openTarget(options: VerifyOptions, profile: Profile, { key, blockedKey }: Keys, io: Io) {
  const { sku, baseUrl: given } = options
  const chosen = {
    profile,
    ...(options.referencePrefix !== undefined && { referencePrefix: options.referencePrefix }),
    maxPurchases: options.maxPurchases ?? PURCHASE_LIMIT,
    ...(sku !== undefined && { sku }),
    ...(blockedKey !== undefined && { notAllowedKey: blockedKey }),
  }
  if (given === undefined) {
    const apiKey = key ?? `pk_test_${newRunId()}`
    // It rejects unknown keys, so that the suite can observe their refusal.
    const partners = [{ ...ORDINARY_PARTNER, id: 'verify', key: apiKey }, ...PARTNERS]
    const { serve } = await import('../../../mock-server/serve.ts')
    const mock = await serve({
      clock: io.clock,
      profile,
      partners,
      unknownKeys: 'reject',
      onFault: faultsTo(io.stderr),
    })
    const aim = { ...chosen, baseUrl: mock.url, apiKey }
    return { aim, name: `${mock.url}, the kit's own mock`, close: mock.close }
  }
  const baseUrl = baseUrlOf(given, options)
  const apiKey = requiredKey(io.env, KEY_REMEDY)
  const proxy = proxyFor(baseUrl, io.env)
  const aim = { ...chosen, baseUrl, proxy, apiKey }
  return { aim, name: `${baseUrl}${proxyWords(proxy)}`, close: async () => {} }
}

const KEY_REMEDY =
  'Put the TEST key that the operator gave you in it; without --base-url, the kit verifies its own mock and needs none.'

async function verifyTarget(aim: Aim, timeLimit: number, io: Io) {
  const say = progressOn(io.stderr)
  say('reading')
  const stopping = watchForStop(timeLimit, io)
  try {
    const verified = await runVerification(aim, { say, stopped: stopping.stopped, clock: io.clock })
    return { ...verified, exitCode: stopping.isInterrupted() ? EXIT_INTERRUPTED : null }
  } finally {
    stopping.release()
    say('')
  }
}

/** @throws {InputError} for an id that is not one of a server clause. */
function requiredClauses(ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !Object.hasOwn(SERVER_CLAUSES, id))
  if (unknown === undefined) return ids
  throw new InputError(
    `--require: found ${JSON.stringify(unknown)}, expected the id of a clause that binds a server. ${nearestOf(unknown, Object.keys(SERVER_CLAUSES))} \`npx partner-purchase-kit clauses\` lists all of them.`,
  )
}

const CLEAR_LINE = '\r\u001b[2K'

/** Shows on one line what a run is doing; nothing where the stream is no terminal. */
function progressOn(stream: Output): (text: string) => void {
  return (text) => {
    if (stream.isTTY) stream.write(CLEAR_LINE + text.slice(0, (stream.columns || 80) - 1))
  }
}

/**
 * Says what a run would buy, or why it would buy nothing: reads from the target, and buys nothing.
 *
 * @throws {InputError} for a card that is not in the catalogue.
 */
async function dryRun(target: Target, io: Io): Promise<'kept' | 'incomplete' | 'unreachable'> {
  const reason = await unansweredReason(target, target)
  if (reason === undefined) await refuseUnknownCard(target)
  const caller = new Caller(target)
  const offer = reason ?? (await readOffer(caller))
  if (typeof offer === 'object') await sayPlan(target, offer, io)
  else say(io, offer ?? whyNothingIsBought(caller.entries, target))
  return offer === undefined ? 'incomplete' : typeof offer === 'string' ? 'unreachable' : 'kept'
}

async function sayPlan(target: Target, offer: Offer, io: Io): Promise<void> {
  const { purchases, cards } = await rehearse(target)
  const whole = await rehearse({ ...target, maxPurchases: Number.MAX_SAFE_INTEGER })
  print(io, 'Nothing was bought. A run would send, in this order:')
  for (const same of Map.groupBy(purchases, ({ sku, line }) => `${sku}\n${line}`).values())
    say(io, lineOf(same), TITLE_AT)
  if (purchases.length < whole.purchases.length)
    print(io, `  The other steps need more than --max-purchases ${target.maxPurchases} leaves them.`)
  say(
    io,
    `\n${cards} cards, if the server keeps the contract; ${purchases.length} purchases of a limit of ${target.maxPurchases}. The rest is for what has to be asked again.`,
  )
  const skus = new Set(purchases.map(({ sku }) => sku))
  for (const line of priceLines(target, offer, skus)) print(io, line)
}

const SKU_WIDTH = 26
const COUNT_WIDTH = 3
/** The column where the title of a line begins, after the indent. */
const TITLE_AT = SKU_WIDTH + COUNT_WIDTH + 3

function lineOf(same: readonly PlannedPurchase[]): string {
  const [{ sku, line } = { sku: '', line: '' }] = same
  return `  ${sku.padEnd(SKU_WIDTH)}${String(same.length).padStart(COUNT_WIDTH)} × ${line}`
}

function priceLines({ profile }: Target, { prices }: Offer, skus: ReadonlySet<string>): string[] {
  return prices
    .filter(({ sku }) => skus.has(sku))
    .map(({ sku, amount }) => {
      const shown = amount === undefined ? 'could not be read' : `is ${moneyWords(amount, profile.money)}`
      return `The price of ${sku} ${shown}.`
    })
}
