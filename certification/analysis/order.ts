import type { Crash } from '../trial.ts'
import type { Answer, Summary } from './answer.ts'
import type { OrderRequest } from './request.ts'

/** A summary that reached the client, and when. */
export type Told = {
  readonly request: OrderRequest
  readonly summary: Summary
  readonly knownMs: number
  /** From when the client had to wait, where the summary asks it to. */
  readonly handedMs: number
}

/** All that a client asked about one reference, in the order of arrival. */
export type Order = {
  readonly reference: string
  /** Of its first purchase that names one. */
  readonly sku: string | undefined
  readonly requests: readonly OrderRequest[]
  readonly purchases: readonly OrderRequest[]
  /** The summaries that reached the client, in the order in which they did. */
  readonly told: readonly Told[]
}

/** A client's answer that says nothing of whether it bought something. */
export function isUnknownOutcome({ kind, answer }: OrderRequest): boolean {
  return kind === 'purchase' && UNKNOWN.includes(answer.kind)
}

const UNKNOWN: readonly Answer['kind'][] = ['missing', 'failed', 'unreadable', 'pending']

/** The orders of a trial, by the reference that their requests name, in the order of their first request. */
export function ordersOf(requests: readonly OrderRequest[]): readonly Order[] {
  const byReference = Map.groupBy(requests, ({ reference }) => reference)
  return [...byReference].flatMap(([reference, own]) =>
    reference === undefined ? [] : [orderOf(reference, own)],
  )
}

function orderOf(reference: string, requests: readonly OrderRequest[]): Order {
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  return {
    reference,
    sku: purchases.find(({ sku }) => sku !== undefined)?.sku,
    requests,
    purchases,
    told: toldBy(requests),
  }
}

/**
 * What a client asked about one reference in each of its starts. One that was ended and started again need not remember
 * what it was told before: nothing of that binds it.
 */
export function startsOf(order: Order, crash: Crash | undefined): readonly Order[] {
  if (crash === undefined) return [order]
  const { reference, requests } = order
  const [before = [], after = []] = [false, true].map((isAfter) =>
    requests.filter(({ arrivedMs }) => arrivedMs >= crash.restartedMs === isAfter),
  )
  return [before, after].filter((own) => own.length > 0).map((own) => orderOf(reference, own))
}

/** An order as it was when one of its requests was sent: two may arrive at the same moment. */
export function orderBefore({ reference, requests }: Order, { exchange }: OrderRequest): Order {
  return orderOf(
    reference,
    requests.filter((request) => request.exchange.seq < exchange.seq),
  )
}

function toldBy(requests: readonly OrderRequest[]): readonly Told[] {
  return requests
    .flatMap((request): Told[] => {
      const { answer } = request
      if (answer.kind !== 'summary') return []
      const { summary, knownMs, handedMs } = answer
      return [{ request, summary, knownMs, handedMs }]
    })
    .sort((one, other) => one.knownMs - other.knownMs)
}
