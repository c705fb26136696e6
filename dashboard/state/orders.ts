import type { Exchange } from '../../contract/wire/exchange.ts'
import { summaryIn } from './calls.ts'
import { waitAfter } from './waits.ts'

/** An order in the mock. Amounts are texts such as `25.00 USD`. */
export type OrderFacts = {
  readonly partnerReference: string
  readonly sku: string
  readonly status: string
  readonly price: string
  readonly balanceBefore: string
  readonly balanceAfter: string
  /** What came back because it failed; null if nothing did. */
  readonly returned: string | null
}

/** The orders of a key, the latest first, and its money. */
export type KeyOrders = {
  readonly partner: string | null
  readonly count: number
  readonly orders: readonly OrderFacts[]
  readonly money: Record<'opening' | 'toppedUp' | 'bought' | 'returned' | 'available', string>
}

export type OrderView = {
  readonly partnerReference: string
  readonly sku: string
  /** The calls about it, oldest first. */
  readonly calls: readonly Exchange[]
  /** The status that its caller knows, from the last answer that arrived; null if none did. */
  readonly known: string | null
  /** While it is PROCESSING, when it may be asked for again, in milliseconds since 1970. */
  readonly askFrom: number | null
  /** Undefined if the mock has no such order. */
  readonly facts: OrderFacts | undefined
}

/** The orders in the calls of a partner, the latest first, and then those that only the mock still knows. */
export function ordersIn(calls: readonly Exchange[], facts: readonly OrderFacts[]): readonly OrderView[] {
  const byReference = new Map(facts.map((order) => [order.partnerReference, order]))
  const groups = Map.groupBy(calls, ({ order }) => order?.partnerReference)
  const called = [...groups].flatMap(([reference, about]) =>
    reference === undefined ? [] : [viewOf(reference, about, byReference.get(reference))],
  )
  const uncalled = facts.filter(({ partnerReference }) => !groups.has(partnerReference))
  return [...called.reverse(), ...uncalled.map((order) => viewOf(order.partnerReference, [], order))]
}

function viewOf(partnerReference: string, calls: readonly Exchange[], facts?: OrderFacts): OrderView {
  const heard = calls.findLast((call) => waitAfter(call) !== undefined)
  const wait = heard && waitAfter(heard)
  return {
    partnerReference,
    sku: facts?.sku ?? calls[0]?.order?.sku ?? '',
    calls,
    known: (heard && summaryIn(heard)?.status) ?? null,
    askFrom:
      heard === undefined || wait == null ? null : Date.parse(heard.at) + wait.fromMs - heard.arrivedMs,
    facts,
  }
}
