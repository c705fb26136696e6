import type { Profile } from '../../contract/profile/profile.ts'
import type { OrderAnswer, OrderExchange } from './request.ts'

/** A summary that reached the client, and when. */
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
  return [...byReference].flatMap(([reference, own]) =>
    reference === undefined ? [] : [orderOf(reference, own)],
  )
}

function orderOf(reference: string, requests: readonly OrderExchange[]): Order {
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  return {
    reference,
    sku: purchases.find(({ sku }) => sku !== undefined)?.sku,
    requests,
    purchases,
    received: requests
      .flatMap((request) => (request.answer.kind === 'summary' ? [{ ...request.answer, request }] : []))
      .sort((one, other) => one.knownMs - other.knownMs),
  }
}

/** The requests of a client about one reference, split by its starts: what it received before does not bind it. */
export function startsOf({ reference, requests }: Order): readonly Order[] {
  const starts = Map.groupBy(requests, ({ isRestarted }) => isRestarted)
  return [...starts.values()].map((own) => orderOf(reference, own))
}

/** The state of a purchase, as far as the client knew it, when it sent another one. */
export type Standing =
  /** Its outcome was unknown: no answer came, or one that does not say whether it was bought. */
  | 'unknown'
  /** It was refused by the rate limit; no sentence of the reference says that this means "not bought". */
  | 'rate-limited'
  /** It was under way: the client could not know. */
  | 'pending'
  | 'processing'
  /** It was settled, in a state that is not a failure. */
  | 'settled'
  /** It is finished: a failure, or a refusal. To buy again is allowed. */
  | 'void'

/** After this time without an answer the client is assumed to have timed out, and not to send two calls at once. */
const PATIENCE_MS = 500

/**
 * The state of an order when a purchase was sent, of it or of another. A client that was killed and started again after it heard of the order need not remember
 * it: its outcome is unknown again.
 */
export function standingOf(
  { purchases, received }: Order,
  { exchange, arrivedMs: atMs, isRestarted }: OrderExchange,
  { states, errors }: Profile,
): Standing {
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
