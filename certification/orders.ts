import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { hasSummary, summaryOf } from '../contract/wire/exchange-facts.ts'
import { parametersIn } from '../contract/wire/path-template.ts'
import { isPollAfter, PROCESSING } from '../contract/wire/processing.ts'
import { is2xx } from '../contract/wire/status.ts'
import type { Trial } from './trial.ts'

/** A purchase sent, or a lookup: the answers to them have the summary at different positions (§4.1). */
export type Position = 'purchase' | 'lookup'

/** An order summary, as an answer carried it at its documented position. */
export type Summary = NonNullable<ReturnType<typeof summaryOf>> & { readonly isProcessing: boolean }

/**
 * What the answer to a request about an order said, and when, in milliseconds of the trial's clock: a summary, written to the
 * socket at `handedMs` (a busy kit may record its delivery much later); a client error, of which none is documented to mean
 * "not bought" (`refused`); a 5xx or the profile's status for unavailable (`failed`); a success without a readable summary;
 * none that arrived whole (`missing`); or one still under way when the recording ended.
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
  /** Whether its client had been killed before, and started again: it need not remember what it received till then. */
  readonly isRestarted: boolean
  /** Undefined when the request contains none that is a string. */
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

/** Without a recorded delivery, the decided answer counts as delivered. */
function readAnswer(exchange: Exchange, { errors }: Profile): OrderAnswer {
  const { response, delivery, fault } = exchange
  if (delivery !== null && delivery.outcome !== 'delivered')
    return { kind: 'missing', knownMs: delivery.atMs }
  // A delayed answer is decided long before it is sent.
  const isHeld = delivery === null && fault !== null
  if (response === null || isHeld) return { kind: 'pending', knownMs: Number.POSITIVE_INFINITY }
  const knownMs = delivery?.atMs ?? response.answeredMs
  const { status } = response
  // A client must doubt every 5xx, also one that a profile means as a
  // refusal, and no 3xx or 4xx that only sends it away: a redirect, 401, 403, 408, 425, 429.
  const isFailure = status >= 500 || status === errors.unavailable
  if (!is2xx(status)) return { kind: isFailure ? 'failed' : 'refused', status, knownMs }
  const summary = summaryIn(exchange)
  if (summary === undefined) return { kind: 'unreadable', knownMs }
  const handedMs = fault === null ? Math.min(response.answeredMs, knownMs) : knownMs
  return { kind: 'summary', summary, knownMs, handedMs }
}

/** The summary in the decided answer of an exchange, whether it arrived or not. Only a success has one. */
export function summaryIn(exchange: Exchange): Summary | undefined {
  const { status, pollAfterSeconds: seconds } = summaryOf(exchange) ?? {}
  if (!status || !is2xx(exchange.response?.status ?? null)) return undefined
  const pollAfterSeconds = isPollAfter(seconds) ? seconds : null
  return { status, isProcessing: status === PROCESSING, pollAfterSeconds }
}

/** What an answer without a summary was, to follow a purchase or a poll. */
export function answerWords(answer: OrderAnswer): string {
  if (answer.kind === 'refused' || answer.kind === 'failed') return `was answered with ${answer.status}`
  return answer.kind === 'unreadable' ? 'got an answer without a summary' : 'got no complete answer'
}

/** Whether a request may be about the order of an earlier one: it names none that can be read. */
export function mayBeOfOrder({ reference, exchange }: OrderExchange, { seq }: Exchange): boolean {
  return reference === undefined && exchange.seq > seq
}

/** Whether an answer rejects the caller: its key is not valid, or its address not allowed. */
export function isRefusedAsNobody({ response }: Exchange, { errors }: Profile): boolean {
  return response !== null && [errors.unauthenticated, errors.ipNotAllowed].includes(response.status)
}

/** Whether a client was so refused after a request, on any operation: then it has to stop, and cannot follow an order any more. */
export function isShutOutAfter({ seq }: Exchange, { exchanges }: Trial, profile: Profile): boolean {
  const later = exchanges.filter((one) => one.seq > seq && one.delivery?.outcome === 'delivered')
  return later.some((one) => isRefusedAsNobody(one, profile))
}

export type ReceivedSummary = Extract<OrderAnswer, { kind: 'summary' }> & { readonly request: OrderExchange }

/** All requests of a client about one reference, in the order of arrival. */
export type Order = {
  readonly reference: string
  /** Of its first purchase that names one. */
  readonly sku: string | undefined
  readonly requests: readonly OrderExchange[]
  readonly purchases: readonly OrderExchange[]
  /** The summaries that reached the client, in the order in which they did. */
  readonly received: readonly ReceivedSummary[]
}

/** Whether the answer to a purchase leaves open whether it was bought. */
export function isUnknownOutcome({ kind, answer }: OrderExchange): boolean {
  return kind === 'purchase' && answer.kind !== 'summary' && answer.kind !== 'refused'
}

/** The orders of a trial, by the reference that their requests name, in the order of their first request. */
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

/** The requests of a client about one reference, split by its starts: what it received before does not bind it. */
export function startsOf({ reference, requests }: Order): readonly Order[] {
  const starts = Map.groupBy(requests, ({ isRestarted }) => isRestarted)
  return [...starts.values()].map((own) => orderOf(reference, own))
}

/**
 * The state of a purchase, as far as the client knew it, when it sent another one: `unknown` where no answer came, or one that
 * does not say whether it was bought; `rate-limited`, which no sentence says to mean "not bought"; `pending` where it was under
 * way; `settled` in a state that is not a failure; `void` after a failure or a refusal: to buy again is allowed.
 */
export type KnownState = 'unknown' | 'rate-limited' | 'pending' | 'processing' | 'settled' | 'void'

/** After this time without an answer the client is assumed to have timed out, and not to send two calls at once. */
const PATIENCE_MS = 500

/**
 * The state of an order when a purchase was sent, of it or of another. A client that was killed and started again after it
 * heard of the order need not remember it: its outcome is unknown again.
 */
export function knownStateOf(
  { purchases, received }: Order,
  { exchange, arrivedMs: atMs, isRestarted }: OrderExchange,
  { states, errors }: Profile,
): KnownState {
  const told = received.findLast(({ knownMs }) => knownMs < atMs)
  if (told !== undefined) {
    if (isRestarted && !told.request.isRestarted) return 'unknown'
    if (told.summary.isProcessing) return 'processing'
    return states.failure.includes(told.summary.status) ? 'void' : 'settled'
  }
  const sent = purchases.filter((one) => one.exchange.seq < exchange.seq)
  const known = sent.filter(({ answer }) => answer.knownMs < atMs)
  if (known.some(isUnknownOutcome)) return 'unknown'
  if (known.length < sent.length)
    return sent.some(({ arrivedMs }) => atMs - arrivedMs >= PATIENCE_MS) ? 'unknown' : 'pending'
  const last = known.at(-1)?.answer
  return last?.kind === 'refused' && last.status === errors.rateLimited ? 'rate-limited' : 'void'
}
