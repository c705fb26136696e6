import type { Profile } from '../contract/profile/profile.ts'
import type { ClauseReport, Lesson } from '../contract/report/report.ts'
import type { StartFailure } from '../contract/report/start-failure.ts'
import { legible } from '../contract/text/harmless.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { type OperationId, operationsOf } from '../contract/wire/operations.ts'
import { expandPath } from '../contract/wire/path-template.ts'
import { type ClientToRepeat, commandLine, ownScenario } from './advice.ts'
import type { Analysis } from './analysis.ts'
import { isRefusedAsNobody } from './orders.ts'
import { isPreflight } from './preflight-scenario.ts'
import { namesOf, quoteName, type Trial } from './trial.ts'

/** One cause for all scenarios, or the most frequent one; undefined where a card was bought, or where none was to be. */
export function startFailureOf(
  analyses: readonly Analysis[],
  run: ClientToRepeat,
  clauses: readonly ClauseReport[],
): StartFailure | undefined {
  const wanted = analyses.filter(({ trial }) => trial.scenario.price <= trial.openingBalance)
  const stops = wanted.flatMap((analysis) => stopIn(analysis) ?? [])
  const [first] = wanted
  if (first === undefined || stops.length < wanted.length) return undefined
  const { profile } = first
  const groups = [...Map.groupBy(stops, (stop) => stepWords(stop, profile)).values()]
  const [same = []] = groups.toSorted((one, other) => other.length - one.length)
  const [stop] = same
  if (stop === undefined) return undefined
  const lesson = lessonAbout(stop, clauses)
  return {
    message: `${whichWords(same, wanted)} ${stepWords(stop, profile)}${causeWords(stop, profile)}.`,
    remedy: lesson?.remedy ?? remedyOf(stop, profile),
    nearMiss: stop.at === 'refused' || stop.at === 'lookup' ? stop.exchange.nearMiss : null,
    clientError: lastWords(stop.trial),
    command: commandLine(ownScenario(stop.trial), run),
    scenarios: same.map(({ trial }) => namesOf(trial).sku),
  }
}

/** In a scenario, the answer to a purchase may be a refusal, and only a whole run shows where a client looks. */
function stopIn(analysis: Analysis): Stop | undefined {
  return isPreflight(analysis.trial.scenario) ? ordinaryStopOf(analysis) : stopOf(analysis)
}

/** What a broken clause teaches about a request: no other advice is given for it. */
function lessonAbout(stop: Stop, clauses: readonly ClauseReport[]): Lesson | undefined {
  if (stop.at !== 'refused' || stop.exchange.operation !== 'createOrder') return undefined
  const { seq } = stop.exchange
  const broken = clauses.flatMap(({ level, verdict, checks }) =>
    level === 'must' && verdict === 'broken' ? checks : [],
  )
  return broken.find(({ evidence }) => evidence.some((one) => one.seq === seq))?.lesson ?? undefined
}

const LAST_LINES = 12
const LONGEST_LINE = 200

/** The end of what a client wrote to its standard error; of a client that failed without a word there, of its output. */
function lastWords({ output, exit }: Trial): string | null {
  const { stderr, stdout } = output ?? {}
  const written = stderr?.text.trim() || (exit?.code === 0 ? '' : (stdout?.text.trim() ?? ''))
  if (written === '') return null
  const lines = written.split(/\r\n|\r|\n/).slice(-LAST_LINES)
  return lines.map((line) => legible(line.slice(0, LONGEST_LINE).toWellFormed())).join('\n')
}

function whichWords(same: readonly Stop[], all: readonly Analysis[]): string {
  const [first] = same
  if (first !== undefined && isPreflight(first.trial.scenario)) return 'The client did not get'
  if (all.length === 1) return `${first && namesOf(first.trial).sku} did not get`
  return same.length === all.length
    ? 'No scenario got'
    : `${same.length} of ${all.length} scenarios did not get`
}

/** What is the same in the scenarios that ended for one cause. */
function stepWords(stop: Stop, profile: Profile): string {
  if (stop.at === 'no-request') return `to a first request: ${silenceWords(stop.trial)}`
  if (stop.at === 'other-card') return `to its own card: the client ordered ${quoteName(stop.sku)} instead`
  if (stop.at === 'lookup') return `past ${stop.exchange.request.method} ${askedPath(stop)}: ${stop.status}`
  const request = requestWords(stop.exchange, profile)
  if (stop.at === 'refused') return `past ${request}: ${stop.status}`
  const { response } = stop.exchange
  const answer = response === null ? 'got no answer' : `was answered with ${response.status}`
  return `past ${request}: it ${answer}, and ${endWords(stop.trial)}`
}

/** Where it looked its order up: as it was sent where that shows the mistake. */
function askedPath({ exchange, path, isUnencoded }: StopAt<'lookup'>): string {
  return (isUnencoded ? exchange.request.target : path).slice(0, 80)
}

function silenceWords(trial: Trial): string {
  if (trial.unreadable !== undefined) return 'what arrived is no request of HTTP'
  if (trial.exit === null) return 'none arrived'
  return trial.exit.cause === 'time-limit'
    ? 'the client sent none until its time was up'
    : `${endWords(trial)} before it sent any`
}

/** Why a request was refused: the near miss of the mock, or else the detail of its answer. */
function causeWords(stop: Stop, profile: Profile): string {
  if (stop.at === 'lookup')
    return stop.isUnencoded
      ? ', because the reference in the path is not encoded'
      : `, because the lookup of this profile is ${operationWords('lookupOrder', profile)}`
  if (stop.at !== 'refused') return ''
  const { nearMiss, response } = stop.exchange
  const [said] = (nearMiss?.differs[0] ?? detailIn(response?.body ?? '')).replace(/\.$/, '').split('; send')
  if (said === undefined || said === '') return ''
  return `, because ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}

function detailIn(body: string): string {
  const { detail, error } = Object(parseJson(body))
  return String(detail ?? error?.message ?? '')
}

function endWords({ exit }: Trial): string {
  if (exit === null) return 'nothing followed'
  if (exit.cause === 'time-limit') return 'the client was still running when its time was up'
  if (exit.cause === 'flood') return 'the client was ended, since it sent too much'
  return exit.code === null
    ? `the client was ended by ${exit.signal ?? 'a signal'}`
    : `the client exited with ${exit.code}`
}

type StopAt<At extends Stop['at']> = Extract<Stop, { at: At }>

function remedyOf(stop: Stop, profile: Profile): string {
  if (stop.at === 'other-card')
    return 'Buy the card that the environment names in SERVICE_SKU: it is another one in each scenario.'
  if (stop.at === 'no-request') return silentRemedy(stop)
  if (stop.at === 'lookup') return lookupRemedy(stop, profile)
  return stop.at === 'refused' ? refusedRemedy(stop, profile) : servedRemedy(stop.exchange, profile)
}

function silentRemedy({ trial }: StopAt<'no-request'>): string {
  const { exit, unreadable: [arrived] = [] } = trial
  if (arrived !== undefined) return arrived.message
  if (exit === null) return 'Have the service call the base address that was printed, with the key beside it.'
  if (exit.cause === 'time-limit')
    return 'Have the command buy when it is started, and end. For a service that waits for orders, use --listen.'
  if (exit.code === 0)
    return 'Have the command buy when it is started: SERVICE_PURCHASES cards of SERVICE_SKU, at SERVICE_BASE_URL.'
  return 'Run the command by itself, with the variables SERVICE_… set, until it gets to its first request.'
}

function refusedRemedy({ exchange, status }: StopAt<'refused'>, profile: Profile): string {
  const { nearMiss, operation } = exchange
  const { auth, errors } = profile
  if (nearMiss?.gap === 'key-transport' && nearMiss.clause === null)
    return `Send the key as \`${auth.header}: ${auth.format}\`. If the service accepts it as you send it, change auth in the profile.`
  if (nearMiss?.gap === 'key-transport')
    return `Send the key of SERVICE_PARTNER_API_KEY as \`${auth.header}: ${auth.format}\`.`
  if (status === errors.unauthenticated)
    return 'Send the key that the environment has in SERVICE_PARTNER_API_KEY: it is another one in each scenario.'
  const length = exchange.request.headers['content-length']
  if (operation === 'createOrder' && exchange.request.body === null && length !== undefined)
    return `Send as many bytes as Content-Length says: it says ${length}, and fewer arrived. Leave it to the HTTP library; or encode the body first, and send the number of its bytes.`
  if (operation !== null) return 'Read the answer to this request: its detail says what is wrong with it.'
  const meant = operationWords(nearMiss?.operation ?? 'ping', profile)
  return `Call ${meant}, with its path directly after SERVICE_BASE_URL.`
}

function lookupRemedy({ exchange, path, isUnencoded }: StopAt<'lookup'>, profile: Profile): string {
  if (isUnencoded)
    return 'Encode the reference where it is put into the path: a slash in it is %2F there. Or use a reference that needs no encoding, such as SHOP:1001-1.'
  const there = JSON.stringify({ method: exchange.request.method, path })
  return `Look the order up at ${operationWords('lookupOrder', profile)}, with the reference encoded: the reference of the API does not show the path, and this profile assumes it there. Only if you know that the service has it where the client asks, the profile says "lookup": ${there}.`
}

/** Where the profile has what a client reads of an answer, and the key of the profile. */
const READ_AT: {
  readonly [Id in OperationId]?: (profile: Profile) => readonly [where: string, key: string]
} = {
  ping: ({ ping }) => [ping.status, 'ping'],
  listProducts: ({ products }) => [products.pointer, 'products'],
  getPrice: ({ price }) => [price.amount, 'price'],
  getBalance: ({ balance }) => [balance.amount, 'balance'],
}

/** Clients that calculate with a text stop after the first one. */
const AMOUNTS: readonly (OperationId | null)[] = ['getPrice', 'getBalance']

function servedRemedy({ operation }: Exchange, profile: Profile): string {
  const [where, key] = (operation === null ? undefined : READ_AT[operation]?.(profile)) ?? []
  if (where === undefined)
    return 'See what the client does with this answer, and have it go on to the purchase.'
  const type =
    AMOUNTS.includes(operation) && profile.money.format === 'decimal-string'
      ? 'In this profile an amount is a text, such as "25.00": read it as a decimal number before you calculate. '
      : ''
  return `${type}See where the client reads this answer: in this profile it is at ${where}. If the service has it elsewhere, change ${key} in the profile. Then go on to the purchase.`
}

/** The step that a client did not get past in one scenario: its first request, where none arrived. */
type Stop = { readonly trial: Trial } & (
  | { readonly at: 'no-request' }
  /** This request was refused, and so was each one after it. */
  | { readonly at: 'refused'; readonly exchange: Exchange; readonly status: number }
  /** This request was served or got no answer, and no other followed it. */
  | { readonly at: 'after'; readonly exchange: Exchange }
  /** It bought its card, and asked for the order where the profile has no operation. */
  | {
      readonly at: 'lookup'
      readonly exchange: Exchange
      readonly status: number
      /** The path that it asked at, with the parameter in the place of the reference. */
      readonly path: string
      /** Whether the path would be right if the reference in it were encoded. */
      readonly isUnencoded: boolean
    }
  /** It bought another card than the one that it was to buy. */
  | { readonly at: 'other-card'; readonly sku: string }
)

/**
 * Where a client stopped before it bought the card of a scenario; undefined where it bought it, or sent a purchase that
 * names none.
 */
function stopOf({ trial, purchases, profile }: Analysis): Stop | undefined {
  const taken = purchases.filter(({ exchange }) => !isRefusedAsNobody(exchange, profile))
  if (taken.some(({ sku }) => sku === undefined || sku === trial.scenario.sku)) return undefined
  const other = taken[0]?.sku
  if (other !== undefined) return { at: 'other-card', trial, sku: other }
  const last = trial.exchanges.at(-1)
  if (last === undefined) return { at: 'no-request', trial }
  const lastServed = trial.exchanges.findLastIndex((exchange) => refusalOf(exchange) === undefined)
  const exchange = trial.exchanges[lastServed + 1]
  const status = exchange && refusalOf(exchange)
  if (exchange === undefined || status === undefined) return { at: 'after', trial, exchange: last }
  return { at: 'refused', trial, exchange, status }
}

/** The status of an answer that refuses a request; undefined where it does not. */
function refusalOf({ response }: Exchange): number | undefined {
  return response !== null && response.status >= 400 ? response.status : undefined
}

/** The operation, such as `GET /products/{sku}/price`, or what was sent if it is not one. */
export function requestWords({ operation, request }: Exchange, profile: Profile): string {
  if (operation !== null) return operationWords(operation, profile)
  const [path = ''] = request.target.split('?')
  return `${request.method} ${path.slice(0, 80)}`
}

function operationWords(operation: OperationId, profile: Profile): string {
  const { method, path } = operationsOf(profile)[operation]
  return `${method} ${path}`
}

/** The path of a request, with the parameter in the place of the first of some references that is in it. */
export function templateOf(target: string, references: readonly string[]): string {
  const spellings = references.flatMap((one) => [encodeURIComponent(one.toWellFormed()), one])
  const found = spellings.find((one) => one !== '' && target.includes(one))
  return found === undefined ? target : target.replace(found, '{partnerReference}')
}

/**
 * The step that a client did not get past on the way of an ordinary card: each of its purchases was refused, or it never
 * asked for its order where the lookup is. Undefined where it came through, or where only a whole run shows whether it did.
 */
export function ordinaryStopOf(analysis: Analysis): Stop | undefined {
  return stopOf(analysis) ?? refusedPurchase(analysis) ?? strayLookup(analysis)
}

function refusedPurchase({ trial, purchases }: Analysis): Stop | undefined {
  const refusals = purchases.map(({ exchange }) => ({ exchange, status: refusalOf(exchange) }))
  const [first] = refusals
  if (first?.status === undefined || refusals.some(({ status }) => status === undefined)) return undefined
  return { at: 'refused', trial, exchange: first.exchange, status: first.status }
}

function strayLookup({ trial, profile }: Analysis): Stop | undefined {
  if (trial.exchanges.some(({ operation }) => operation === 'lookupOrder')) return undefined
  const exchange = trial.exchanges.find(isStrayLookup)
  const status = exchange && refusalOf(exchange)
  if (exchange === undefined || status === undefined) return undefined
  const reference = trial.exchanges.find(({ order }) => order !== null)?.order?.partnerReference ?? ''
  return {
    at: 'lookup',
    trial,
    exchange,
    status,
    path: templateOf(exchange.request.target, [reference]),
    isUnencoded: isUnencoded(exchange, reference, profile),
  }
}

/** Whether a request resembles a lookup, and is at a path where the profile has none. */
function isStrayLookup({ operation, nearMiss }: Exchange): boolean {
  return operation === null && nearMiss?.operation === 'lookupOrder' && nearMiss.gap === 'lookup-operation'
}

function isUnencoded({ request }: Exchange, reference: string, { lookup }: Profile): boolean {
  const asked = lookup.path.replace('{partnerReference}', reference)
  return request.target === asked && asked !== expandPath(lookup.path, { partnerReference: reference })
}
