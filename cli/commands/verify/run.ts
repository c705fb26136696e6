import type { Profile } from '../../../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { ACCEPTED_DAYS, parseBaseline } from '../../../contract-tests/baseline.ts'
import type { Check } from '../../../contract-tests/checks/check.ts'
import { exchangeLines } from '../../../contract-tests/run.ts'
import { CHECKS } from '../../../contract-tests/suite.ts'
import { newRunId, PURCHASE_LIMIT } from '../../../contract-tests/target/target.ts'
import { ORDINARY_PARTNER, PARTNERS } from '../../../fixtures/partners.ts'
import { jsonFile, loadProfile, readText } from '../../files/files.ts'
import { REPORT_FOLDER, reportFolder, tryReport } from '../../files/report-folder.ts'
import { tryOut } from '../../files/writable.ts'
import { faultsTo, InputError, type Io, type Output, print, printingAside } from '../../io.ts'
import {
  baseUrlOf,
  blockedKeyFromEnvironment,
  keyFromEnvironment,
  proxyFor,
  proxyWords,
  requiredKey,
} from '../../target/target-options.ts'
import { watchForStop } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { headingText } from '../../terminal/terminal.ts'
import { keptWords, prefixText, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionRows, OptionsOf } from '../command.ts'
import { sayPlan } from './dry-run.ts'
import { showReport } from './show-report.ts'
import { type Aim, judgeRun, runVerification, today } from './verification.ts'

const HELP = `
Environment:
  SERVICE_PARTNER_API_KEY          the TEST key; the kit's own mock needs none
  SERVICE_PARTNER_BLOCKED_API_KEY  a TEST key whose allowlist leaves this
                                   address out; without it, ip-allowlist is out
                                   of reach

Exit codes:
  0  every clause within reach is kept
  1  a clause is broken, or a confirmed or observed answer differs
  2  refused: usage, profile, or a guard
  3  the target can't be reached
  4  incomplete: a clause could not be observed
  5  an error of the kit itself`

const OPTIONS = {
  baseUrl: ['<url>', 'the target; without it, the kit starts its own mock'],
  profile: ['<file>', 'your answers to what the reference does not show'],
  sku: ['<sku>', 'the card to buy; without it, the suite chooses'],
  only: ['<clause...>', 'check only these clauses, such as lookup-position'],
  report: ['<folder>', `where to write the report; by default ${REPORT_FOLDER}`],
  noReport: 'write no report',
  baseline: ['<file>', 'clauses that are known not to be kept, why, and until when that is accepted'],
  proposeBaseline: [
    '<file>',
    `write a baseline there that accepts for ${ACCEPTED_DAYS} days what the run found`,
  ],
  require: ['<clause...>', 'count these clauses even if they are out of reach, such as ip-allowlist'],
  strict: 'fail also where an assumed answer differs',
  dryRun: 'print the checks and what they would buy, and send nothing',
  maxPurchases: [
    '<number>',
    'the most purchases to send; repeated ones and refused ones count',
    wholeNumber(0, 1000),
    PURCHASE_LIMIT,
  ],
  referencePrefix: [
    '<text>',
    'what every reference begins with, before a colon; by default SHOP',
    prefixText,
  ],
  timeLimit: ['<seconds>', 'end the run after this time', wholeNumber(1, 86_400), 900],
  json: 'print the report as JSON on standard output, and the rest on standard error',
  allowHttp: 'send the key in the clear, over http, to another machine',
} as const satisfies OptionRows

type VerifyOptions = OptionsOf<typeof OPTIONS>

export const verifyCommand: CommandSpec = {
  options: OPTIONS,
  effects: [
    { option: '--allow-http', needs: '--base-url' },
    { option: '--json', without: '--dry-run', because: 'A dry run makes no report.' },
    {
      option: '--propose-baseline --require',
      without: '--only',
      because: 'A part of the suite has no baseline.',
    },
  ],
  help: HELP,
  example: 'verify --base-url https://api.example.com --dry-run',
  run: verify,
}

/**
 * `partner-purchase verify`: runs the suite against a target, prints the verdict and writes the report.
 *
 * @throws {InputError | ProfileError | BaselineError} before any socket is opened.
 */
async function verify(options: VerifyOptions, io: Io): Promise<number> {
  const key = keyFromEnvironment(io.env)
  const blockedKey = blockedKeyFromEnvironment(io.env)
  const required = clausesIn('--require', options.require ?? [])
  const checks = checksOf(clausesIn('--only', options.only ?? []))
  const { profile, source } = loadProfile(options.profile, io)
  const { baseline: accepted, proposeBaseline: out } = options
  const baseline = accepted === undefined ? [] : parseBaseline(readText(accepted, '--baseline', io), accepted)
  if (options.dryRun === true) return sayPlan(checks, options.maxPurchases, io)
  const target = await openTarget(options, profile, { key, blockedKey }, io)
  const shown = options.json === true ? printingAside(io) : io
  try {
    // What can't be written is refused before anything is bought.
    tryReport(reportFolder(options), io)
    if (out !== undefined) tryOut({ out, option: '--propose-baseline' }, io)
    print(shown, heading(target.name, source, target.aim))
    const { exitCode, ...run } = await verifyTarget(target.aim, checks, options.timeLimit, io)
    const isStrict = options.strict === true
    const judged = judgeRun(run.report, { required, baseline, isStrict, today: today(io) })
    await showReport(judged, exchangeLines(run.calls), options, shown)
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
    maxPurchases: options.maxPurchases,
    rerun: rerunWords(options, io),
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

/** The options without which a clause that is checked alone would be checked in another way. */
const KEPT = ['baseUrl', 'allowHttp', 'profile', 'sku', 'referencePrefix'] as const

/** The words that start a run like this one, up to its clauses. */
function rerunWords(options: VerifyOptions, io: Io): readonly string[] {
  return [...invocationOf(io), 'verify', ...keptWords(options, KEPT)]
}

const KEY_REMEDY =
  'Put the TEST key that the operator gave you in it; without --base-url, the kit verifies its own mock and needs none.'

async function verifyTarget(aim: Aim, checks: readonly Check[], timeLimit: number, io: Io) {
  const say = progressOn(io.stderr)
  say('reading')
  const stopping = watchForStop(timeLimit, io)
  try {
    const verified = await runVerification(aim, checks, { say, stopped: stopping.stopped, clock: io.clock })
    return { ...verified, exitCode: stopping.isInterrupted() ? EXIT_INTERRUPTED : null }
  } finally {
    stopping.release()
    say('')
  }
}

/** @throws {InputError} for an id that is not one of a server clause. */
function clausesIn(option: string, ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !Object.hasOwn(SERVER_CLAUSES, id))
  if (unknown === undefined) return ids
  throw new InputError(
    `${option}: found ${JSON.stringify(unknown)}, expected the id of a clause that binds a server. ${nearestOf(unknown, Object.keys(SERVER_CLAUSES))} \`npx partner-purchase-kit clauses\` lists all of them.`,
  )
}

/** The checks of some clauses; all of them where none is named. */
function checksOf(ids: readonly string[]): readonly Check[] {
  return ids.length === 0 ? CHECKS : CHECKS.filter(({ clause }) => ids.includes(clause))
}

const CLEAR_LINE = '\r\u001b[2K'

/** Shows on one line what a run is doing; nothing where the stream is no terminal. */
function progressOn(stream: Output): (text: string) => void {
  return (text) => {
    if (stream.isTTY) stream.write(CLEAR_LINE + text.slice(0, (stream.columns || 80) - 1))
  }
}
