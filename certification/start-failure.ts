import type { Profile } from '../contract/profile/profile.ts'
import type { ClauseReport, Lesson } from '../contract/report/report.ts'
import type { StartFailure } from '../contract/report/start-failure.ts'
import { legible } from '../contract/text/harmless.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { type OperationId, operationsOf } from '../contract/wire/operations.ts'
import { type ClientToRepeat, commandLine, scenarioToRerun } from './advice.ts'
import type { Analysis } from './analysis.ts'
import { spellingWords } from './lookups.ts'
import { isRefusedAsNobody } from './orders.ts'
import { isPreflight } from './preflight-scenario.ts'
import { namesOf, quoteName, type Trial } from './trial.ts'

/** The step of one scenario that a client did not get past. */
type Stop = {
  readonly trial: Trial
  /** Continues "did not get". Scenarios that ended for the same cause have the same text. */
  readonly where: string
  /** Continues the sentence with what may be wrong. */
  readonly because?: string
  readonly remedy: string
  /** The request that was refused or not found. */
  readonly refused?: Exchange
}

/**
 * The cause that is the most frequent among all scenarios; undefined if a card was bought, or none was to be bought.
 */
export function startFailureOf(
  analyses: readonly Analysis[],
  run: ClientToRepeat,
  clauses: readonly ClauseReport[],
): StartFailure | undefined {
  const wanted = analyses.filter(({ trial }) => trial.scenario.price <= trial.openingBalance)
  const stops = wanted.flatMap((analysis) => stopIn(analysis) ?? [])
  if (stops.length < wanted.length) return undefined
  const groups = [...Map.groupBy(stops, ({ where }) => where).values()]
  const [same = []] = groups.toSorted((one, other) => other.length - one.length)
  const [stop] = same
  if (stop === undefined) return undefined
  const { trial, where, because = '', remedy, refused } = stop
  const sentence = `${whichWords(same, wanted.length)} ${where}${because}`
  return {
    message: sentence.endsWith('?') ? sentence : `${sentence}.`,
    remedy: adviceAbout(refused, clauses)?.remedy ?? remedy,
    nearMiss: refused?.nearMiss ?? null,
    clientError: lastWords(trial),
    command: commandLine(scenarioToRerun(trial), run),
    scenarios: same.map((one) => namesOf(one.trial).sku),
  }
}

function whichWords(same: readonly Stop[], count: number): string {
  const [first] = same
  if (first !== undefined && isPreflight(first.trial.scenario)) return 'The client did not get'
  if (count === 1) return `${first && namesOf(first.trial).sku} did not get`
  return same.length === count ? 'No scenario got' : `${same.length} of ${count} scenarios did not get`
}

/** If a refused order or lookup breaks a clause, that clause's advice replaces any other. */
function adviceAbout(refused: Exchange | undefined, clauses: readonly ClauseReport[]): Lesson | undefined {
  if (refused === undefined || refused.operation === null) return undefined
  const isOrder = refused.operation === 'createOrder'
  const broken = clauses.filter(
    ({ level, verdict }) => verdict === 'broken' && (level === 'must' || !isOrder),
  )
  const checks = broken.flatMap((clause) => clause.checks)
  return checks.find(({ evidence }) => evidence.some(({ seq }) => seq === refused.seq))?.lesson ?? undefined
}

const LAST_LINES = 12
const LONGEST_LINE = 200

/** The last lines of the client's standard error; of its output, if it failed and wrote no error. */
function lastWords({ output, exit }: Trial): string | null {
  const { stderr, stdout } = output ?? {}
  const written = stderr?.text.trim() || (exit?.code === 0 ? '' : (stdout?.text.trim() ?? ''))
  if (written === '') return null
  const lines = written.split(/\r\n|\r|\n/).slice(-LAST_LINES)
  return lines.map((line) => legible(line.slice(0, LONGEST_LINE).toWellFormed())).join('\n')
}

/**
 * In a scenario a refused purchase may be right, and only a whole run shows where a client reads. So only a preflight
 * goes beyond the first purchase.
 */
function stopIn(analysis: Analysis): Stop | undefined {
  return isPreflight(analysis.trial.scenario) ? ordinaryStopOf(analysis) : stopBeforePurchase(analysis)
}

/**
 * The step of an ordinary purchase that a client did not get past: each of its purchases was refused, or no lookup
 * asked at the right path for the right reference. Undefined if the client came through, or if only a whole run can
 * show whether it did.
 */
export function ordinaryStopOf(analysis: Analysis): Stop | undefined {
  return (
    stopBeforePurchase(analysis) ??
    refusedPurchase(analysis) ??
    lookupRespelled(analysis) ??
    lookupElsewhere(analysis)
  )
}

/** Undefined if the client bought the scenario's card, or sent a purchase that names no SKU. */
function stopBeforePurchase({ trial, purchases, profile }: Analysis): Stop | undefined {
  const taken = purchases.filter(({ exchange }) => !isRefusedAsNobody(exchange, profile))
  if (taken.some(({ sku }) => sku === undefined || sku === trial.scenario.sku)) return undefined
  const other = taken[0]?.sku
  if (other !== undefined)
    return {
      trial,
      where: `to its own card: the client ordered ${quoteName(other)} instead`,
      remedy: 'Buy the card that the environment names in SERVICE_SKU: it is another one in each scenario.',
    }
  const last = trial.exchanges.at(-1)
  if (last === undefined) return silent(trial)
  const lastServed = trial.exchanges.findLastIndex((exchange) => refusalOf(exchange) === undefined)
  const refused = trial.exchanges[lastServed + 1]
  return refused === undefined ? boughtNothing(trial, last, profile) : refusedAt(trial, refused, profile)
}

const NOTHING_CALLED = 'Nothing called SERVICE_BASE_URL: is the address in your code?'

function silent(trial: Trial): Stop {
  const { exit, unreadable: [arrived] = [] } = trial
  const at = (where: string, remedy: string) => ({ trial, where: `to a first request: ${where}`, remedy })
  if (arrived !== undefined) return at('what arrived is not an HTTP request', arrived.message)
  if (exit === null)
    return at(
      'none arrived',
      'Have the service call the base address that was printed, with the key beside it.',
    )
  if (exit.cause === 'time-limit')
    return at(
      `the client sent none until its time was up. ${NOTHING_CALLED}`,
      'Have the command buy when it is started, at SERVICE_BASE_URL, and end. For a service that waits for orders, use --listen.',
    )
  const ended = `${endWords(trial)} before it sent any`
  if (exit.code !== 0)
    return at(
      ended,
      'See what the client wrote. The kit starts the command in this folder: correct a path that is wrong. Otherwise run the command by itself, with the variables SERVICE_… set, until it gets to its first request.',
    )
  return at(
    `${ended}. ${NOTHING_CALLED}`,
    'Read the address from SERVICE_BASE_URL, and have the command buy when it is started: SERVICE_PURCHASES cards of SERVICE_SKU.',
  )
}

/** Where a client reads each answer, and the profile's key for that place. */
const READ_AT: {
  readonly [Id in OperationId]?: (profile: Profile) => readonly [where: string, key: string]
} = {
  ping: ({ ping }) => [ping.status, 'ping'],
  listProducts: ({ products }) => [products.pointer, 'products'],
  getPrice: ({ price }) => [price.amount, 'price'],
  getBalance: ({ balance }) => [balance.amount, 'balance'],
}

/** The client's last request was served, or got no answer, and no other request followed. */
function boughtNothing(trial: Trial, last: Exchange, profile: Profile): Stop {
  const { operation, response } = last
  const answer = response === null ? 'got no answer' : `was answered with ${response.status}`
  const where = `past ${requestWords(last, profile)}: it ${answer}, and ${endWords(trial)}. It bought nothing`
  const [pointer, key] = (operation === null ? undefined : READ_AT[operation]?.(profile)) ?? []
  if (pointer === undefined)
    return {
      trial,
      where,
      remedy: 'See what the client does with this answer, and have it go on to the purchase.',
    }
  // A client that calculates with a text stops after it.
  const isText = ['price', 'balance'].includes(key ?? '') && profile.money.format === 'decimal-string'
  const type = isText
    ? 'In this profile an amount is a text, such as "25.00": read it as a decimal number before you calculate. '
    : ''
  const remedy = `${type}See where the client reads this answer: in this profile it is at ${pointer}. If the service has it elsewhere, change ${key} in the profile. Then go on to the purchase.`
  return { trial, where, remedy }
}

/** A request was refused, and so was every later one. */
function refusedAt(trial: Trial, refused: Exchange, profile: Profile): Stop {
  const { nearMiss, response } = refused
  const [said] = (nearMiss?.differs[0] ?? detailIn(response?.body ?? '')).replace(/\.$/, '').split('; send')
  const because = said ? `, because ${said.charAt(0).toLowerCase()}${said.slice(1)}` : ''
  const where = `past ${requestWords(refused, profile)}: ${response?.status}`
  return { trial, where, because, remedy: refusedRemedy(refused, profile), refused }
}

function detailIn(body: string): string {
  const { detail, error } = Object(parseJson(body))
  return String(detail ?? error?.message ?? '')
}

function refusedRemedy({ nearMiss, operation, request, response }: Exchange, profile: Profile): string {
  const { auth, errors } = profile
  const header = `\`${auth.header}: ${auth.format}\``
  if (nearMiss?.gap === 'key-transport')
    return nearMiss.clause === null
      ? `Send the key as ${header}. If the service accepts it as you send it, change auth in the profile.`
      : `Send the key of SERVICE_PARTNER_API_KEY as ${header}.`
  if (response?.status === errors.unauthenticated)
    return 'Send the key that the environment has in SERVICE_PARTNER_API_KEY: it is another one in each scenario.'
  const length = request.headers['content-length']
  if (operation === 'createOrder' && request.body === null && length !== undefined)
    return `Send as many bytes as Content-Length says: it says ${length}, and fewer arrived. Leave it to the HTTP library; or encode the body first, and send the number of its bytes.`
  if (operation !== null) return 'Read the answer to this request: its detail says what is wrong with it.'
  return `Call ${operationWords(nearMiss?.operation ?? 'ping', profile)}, with its path directly after SERVICE_BASE_URL.`
}

function refusedPurchase({ trial, purchases, profile }: Analysis): Stop | undefined {
  const [first] = purchases
  const isRefused = purchases.every(({ exchange }) => refusalOf(exchange) !== undefined)
  return first === undefined || !isRefused ? undefined : refusedAt(trial, first.exchange, profile)
}

function lookupElsewhere({ trial, profile }: Analysis): Stop | undefined {
  if (trial.exchanges.some(({ operation }) => operation === 'lookupOrder')) return undefined
  const refused = trial.exchanges.find((one) => isStrayLookup(one) && refusalOf(one) !== undefined)
  if (refused === undefined) return undefined
  const { method, target } = refused.request
  const reference = trial.exchanges.find(({ order }) => order !== null)?.order?.partnerReference ?? ''
  const path = templateOf(target, [reference])
  const lookup = operationWords('lookupOrder', profile)
  return {
    trial,
    where: `past ${method} ${path.slice(0, 80)}: ${refusalOf(refused)}`,
    because: `, because the lookup of this profile is ${lookup}`,
    remedy: `Look the order up at ${lookup}, with the reference encoded: the reference of the API does not show the path, and this profile assumes it there. If you know that the service has it where the client asks, set this in the profile instead: "lookup": ${JSON.stringify({ method, path })}.`,
    refused,
  }
}

/**
 * The lookups spell the reference differently from the purchase, such as with an unencoded slash or `+` for a blank,
 * and find nothing.
 */
function lookupRespelled(analysis: Analysis): Stop | undefined {
  const { trial, orders, otherLookups } = analysis
  const misspelled = otherLookups.misspelled.find(({ exchange }) => refusalOf(exchange) !== undefined)
  const isFound = orders.some(
    ({ requests, purchases }) => purchases.length > 0 && requests.some(({ kind }) => kind === 'lookup'),
  )
  if (misspelled === undefined || isFound) return undefined
  const refused = misspelled.exchange
  return {
    trial,
    where: `past ${refused.request.method} ${refused.request.target.slice(0, 80)}: ${refusalOf(refused)}`,
    because: `, because ${spellingWords(misspelled).replace(/\.$/, '')}`,
    remedy:
      'Store the reference as it was sent with the purchase, and encode exactly that once in a URL: in a path a slash is %2F and a blank is %20, not +.',
    refused,
  }
}

/** The status of a refusal; undefined for any other answer. */
function refusalOf({ response }: Exchange): number | undefined {
  return response !== null && response.status >= 400 ? response.status : undefined
}

function endWords({ exit }: Trial): string {
  if (exit === null) return 'nothing followed'
  if (exit.cause === 'time-limit') return 'the client was still running when its time was up'
  if (exit.cause === 'flood') return 'the client was ended, since it sent too much'
  return exit.code === null
    ? `the client was ended by ${exit.signal ?? 'a signal'}`
    : `the client exited with ${exit.code}`
}

/** The operation, such as `GET /products/{sku}/price`; otherwise the method and path that were sent. */
export function requestWords({ operation, request }: Exchange, profile: Profile): string {
  if (operation !== null) return operationWords(operation, profile)
  const [path = ''] = request.target.split('?')
  return `${request.method} ${path.slice(0, 80)}`
}

function operationWords(operation: OperationId, profile: Profile): string {
  const { method, path } = operationsOf(profile)[operation]
  return `${method} ${path}`
}

/** The path of a request, with a parameter in place of the first of these references that it contains. */
export function templateOf(target: string, references: readonly string[]): string {
  const spellings = references.flatMap((one) => [encodeURIComponent(one.toWellFormed()), one])
  const found = spellings.find((one) => one !== '' && target.includes(one))
  return found === undefined ? target : target.replace(found, '{partnerReference}')
}

/** True if a request resembles a lookup, but its path is not that of the profile. */
function isStrayLookup({ operation, nearMiss }: Exchange): boolean {
  return operation === null && nearMiss?.operation === 'lookupOrder' && nearMiss.gap === 'lookup-operation'
}
