import type { Crash } from '../trial.ts'
import type { OrderAnswer, Summary } from './order-answer.ts'
import type { OrderExchange } from './request.ts'

/** A summary that reached the client, and when. */
export type ReceivedSummary = {
  readonly request: OrderExchange
  readonly summary: Summary
  readonly knownMs: number
  /** When the client's wait began, if the summary asks for one. */
  readonly handedMs: number
}

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
  return kind === 'purchase' && UNKNOWN.includes(answer.kind)
}

const UNKNOWN: readonly OrderAnswer['kind'][] = ['missing', 'failed', 'unreadable', 'pending']

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
    received: receivedIn(requests),
  }
}

/**
 * The requests of a client about one reference, split by its starts. A client that was killed and started again need not
 * remember what it received before: that does not bind it.
 */
export function startsOf(order: Order, crash: Crash | undefined): readonly Order[] {
  if (crash === undefined) return [order]
  const { reference, requests } = order
  const [before = [], after = []] = [false, true].map((isAfter) =>
    requests.filter(({ arrivedMs }) => arrivedMs >= crash.restartedMs === isAfter),
  )
  return [before, after].filter((own) => own.length > 0).map((own) => orderOf(reference, own))
}

/** An order as it was when one of its requests was sent, without some: two may arrive at the same moment. */
export function orderBefore(
  { reference, requests }: Order,
  { exchange }: OrderExchange,
  without: ReadonlySet<OrderExchange> = new Set(),
): Order {
  return orderOf(
    reference,
    requests.filter((request) => request.exchange.seq < exchange.seq && !without.has(request)),
  )
}

function receivedIn(requests: readonly OrderExchange[]): readonly ReceivedSummary[] {
  return requests
    .flatMap((request): ReceivedSummary[] => {
      const { answer } = request
      if (answer.kind !== 'summary') return []
      const { summary, knownMs, handedMs } = answer
      return [{ request, summary, knownMs, handedMs }]
    })
    .sort((one, other) => one.knownMs - other.knownMs)
}
