import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { hasSummary, summaryOf } from '../contract/wire/exchange-facts.ts'
import { parametersIn } from '../contract/wire/path-template.ts'
import { isPollAfter, PROCESSING } from '../contract/wire/processing.ts'
import { is2xx } from '../contract/wire/status.ts'
import type { Trial } from './trial.ts'

/** The kinds of request about an order. Their answers have the summary at different positions (§4.1). */
export type Position = 'purchase' | 'lookup'

/** An order summary, read at the documented position of an answer. */
export type Summary = NonNullable<ReturnType<typeof summaryOf>> & { readonly isProcessing: boolean }

/**
 * What the answer to a request about an order said. All times are on the clock of the trial.
 *
 * - `summary`: a summary. `handedMs` is when it was written to the socket, since a busy kit may record the delivery
 *   much later.
 * - `refused`: a client error. The reference documents none that means "not bought".
 * - `failed`: a 5xx, or the profile's status for unavailable.
 * - `unreadable`: a success without a readable summary.
 * - `missing`: no answer arrived whole.
 * - `pending`: the answer was still under way when the recording ended.
 */
export type OrderAnswer = { readonly knownMs: number } & (
  | { readonly kind: 'summary'; readonly summary: Summary; readonly handedMs: number }
  | { readonly kind: 'refused' | 'failed'; readonly status: number }
  | { readonly kind: 'unreadable' | 'missing' | 'pending' }
)

export type OrderExchange = {
  readonly kind: Position
  readonly exchange: Exchange
  readonly arrivedMs: number
  /** True if the client was killed and started again before it sent this. It may have forgotten everything earlier. */
  readonly isRestarted: boolean
  /** Undefined if the request names no reference, or one that is not a string. */
  readonly reference: string | undefined
  readonly sku: string | undefined
  readonly answer: OrderAnswer
}

export function orderRequestsOf({ exchanges, crash }: Trial, profile: Profile): readonly OrderExchange[] {
  const asked = exchanges.filter(({ operation }) => hasSummary(operation))
  return asked.map((exchange) => {
    const { operation, arrivedMs } = exchange
    const { partnerReference, sku } = namedIn(exchange, profile)
    return {
      kind: operation === 'createOrder' ? 'purchase' : 'lookup',
      exchange,
      arrivedMs,
      isRestarted: arrivedMs >= (crash?.restartedMs ?? Infinity),
      reference: typeof partnerReference === 'string' ? partnerReference : undefined,
      sku: typeof sku === 'string' ? sku : undefined,
      answer: readAnswer(exchange, profile),
    }
  })
}

function namedIn({ operation, order, request }: Exchange, { lookup }: Profile): Record<string, unknown> {
  if (operation === 'lookupOrder') return order ?? parametersIn(lookup.path, request.target, true) ?? {}
  return Object(parseJson(request.body ?? ''))
}

/** Reads the decided answer. If no delivery was recorded, the answer counts as delivered. */
function readAnswer(exchange: Exchange, { errors }: Profile): OrderAnswer {
  const { response, delivery, fault } = exchange
  if (delivery !== null && delivery.outcome !== 'delivered')
    return { kind: 'missing', knownMs: delivery.atMs }
  // A fault may hold an answer back long after it was decided.
  const isHeld = delivery === null && fault !== null
  if (response === null || isHeld) return { kind: 'pending', knownMs: Number.POSITIVE_INFINITY }
  const knownMs = delivery?.atMs ?? response.answeredMs
  const { status } = response
  // A 5xx leaves the outcome open, even if the profile lists it as a refusal. A 3xx or 4xx does not, even if it only
  // sends the client away (a redirect, 401, 403, 408, 425, 429).
  const isFailure = status >= 500 || status === errors.unavailable
  if (!is2xx(status)) return { kind: isFailure ? 'failed' : 'refused', status, knownMs }
  const summary = summaryIn(exchange)
  if (summary === undefined) return { kind: 'unreadable', knownMs }
  const handedMs = fault === null ? Math.min(response.answeredMs, knownMs) : knownMs
  return { kind: 'summary', summary, knownMs, handedMs }
}

/** The summary in the decided answer, whether or not it arrived. Only a success has one. */
export function summaryIn(exchange: Exchange): Summary | undefined {
  const { status, pollAfterSeconds: seconds } = summaryOf(exchange) ?? {}
  if (!status || !is2xx(exchange.response?.status ?? null)) return undefined
  const pollAfterSeconds = isPollAfter(seconds) ? seconds : null
  return { status, isProcessing: status === PROCESSING, pollAfterSeconds }
}

/** Describes an answer without a summary, as the end of a sentence about a purchase or a poll. */
export function answerWords(answer: OrderAnswer): string {
  if (answer.kind === 'refused' || answer.kind === 'failed') return `was answered with ${answer.status}`
  return answer.kind === 'unreadable' ? 'got an answer without a summary' : 'got no complete answer'
}

/** True if a later request names no readable reference, so that it may be about the same order. */
export function mayBeOfOrder({ reference, exchange }: OrderExchange, { seq }: Exchange): boolean {
  return reference === undefined && exchange.seq > seq
}

/** True if the answer rejects the caller: the key is not valid, or the address is not allowed. */
export function isRefusedAsNobody({ response }: Exchange, { errors }: Profile): boolean {
  return response !== null && [errors.unauthenticated, errors.ipNotAllowed].includes(response.status)
}

/** True if any later call was rejected in that way. The client then has to stop, and can't follow its order. */
export function isShutOutAfter({ seq }: Exchange, { exchanges }: Trial, profile: Profile): boolean {
  const later = exchanges.filter((one) => one.seq > seq && one.delivery?.outcome === 'delivered')
  return later.some((one) => isRefusedAsNobody(one, profile))
}

export type ReceivedSummary = Extract<OrderAnswer, { kind: 'summary' }> & { readonly request: OrderExchange }

/** All requests with one reference, in the order of arrival. */
export type Order = {
  readonly reference: string
  /** The SKU of the first purchase that names one. */
  readonly sku: string | undefined
  readonly requests: readonly OrderExchange[]
  readonly purchases: readonly OrderExchange[]
  /** The summaries that reached the client, in the order of their arrival there. */
  readonly received: readonly ReceivedSummary[]
}

/** True if the answer to a purchase does not say whether it was bought. */
export function isUnknownOutcome({ kind, answer }: OrderExchange): boolean {
  return kind === 'purchase' && answer.kind !== 'summary' && answer.kind !== 'refused'
}

/** Groups requests into orders by their reference, in the order of each first request. */
export function ordersOf(requests: readonly OrderExchange[]): readonly Order[] {
  const byReference = Map.groupBy(requests, ({ reference }) => reference)
  return [...byReference].flatMap(([name, own]) => (name === undefined ? [] : orderOf(name, own)))
}

function orderOf(reference: string, requests: readonly OrderExchange[]): Order {
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const received = requests
    .flatMap((request) => (request.answer.kind === 'summary' ? [{ ...request.answer, request }] : []))
    .sort((one, other) => one.knownMs - other.knownMs)
  const { sku } = purchases.find((purchase) => purchase.sku !== undefined) ?? {}
  return { reference, sku, requests, purchases, received }
}

/** Splits an order at the restart of its client: what the client received before does not bind it afterwards. */
export function startsOf({ reference, requests }: Order): readonly Order[] {
  const starts = Map.groupBy(requests, ({ isRestarted }) => isRestarted)
  return [...starts.values()].map((own) => orderOf(reference, own))
}

/**
 * What the client knew of one purchase when it sent another.
 *
 * - `unknown`: no answer came, or none that says whether it was bought.
 * - `rate-limited`: refused by the rate limit, which no sentence says to mean "not bought".
 * - `pending`: the purchase was under way.
 * - `settled`: settled in a state that is not a failure.
 * - `void`: failed or refused, so that the client may buy again.
 */
export type KnownState = 'unknown' | 'rate-limited' | 'pending' | 'processing' | 'settled' | 'void'

/**
 * A client that sends again after this time without an answer has timed out. Before it, the two calls count as
 * simultaneous.
 */
const PATIENCE_MS = 500

/**
 * The state of an order, as its client knew it, when it sent a purchase of the same order or of another one. For a
 * client that was restarted and has not asked since, the outcome is unknown again.
 */
export function knownStateOf(
  { purchases, received }: Order,
  { exchange, arrivedMs: atMs, isRestarted }: OrderExchange,
  { states, errors }: Profile,
): KnownState {
  const latest = received.findLast(({ knownMs }) => knownMs < atMs)
  if (latest !== undefined) {
    if (isRestarted && !latest.request.isRestarted) return 'unknown'
    if (latest.summary.isProcessing) return 'processing'
    return states.failure.includes(latest.summary.status) ? 'void' : 'settled'
  }
  const sent = purchases.filter((one) => one.exchange.seq < exchange.seq)
  const known = sent.filter(({ answer }) => answer.knownMs < atMs)
  if (known.some(isUnknownOutcome)) return 'unknown'
  if (known.length < sent.length)
    return sent.some(({ arrivedMs }) => atMs - arrivedMs >= PATIENCE_MS) ? 'unknown' : 'pending'
  const last = known.at(-1)?.answer
  return last?.kind === 'refused' && last.status === errors.rateLimited ? 'rate-limited' : 'void'
}
