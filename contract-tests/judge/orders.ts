import { countWhile } from '../../contract/text/count-while.ts'
import { formOf } from '../history/forms.ts'
import type { Fact, SeenSummary } from './facts.ts'

export type WithSummary = Fact & { readonly summary: SeenSummary }

export type Order = {
  readonly reference: string
  readonly sku: string
  /** Every body with this reference and this card, in the order of sending, but for the first: it is the purchase. */
  readonly sends: readonly Fact[]
  readonly lookups: readonly Fact[]
  readonly all: readonly Fact[]
  /** The answers that say how it is, and name no other order. */
  readonly told: readonly WithSummary[]
  readonly settled: WithSummary | undefined
  readonly isAbandoned: boolean
}

/**
 * The orders of a run, by reference; what is no order of its own: another card under a known reference, what is sent under
 * it from then on, other bodies; and lookups of references that it had not bought by then.
 */
export type Orders = {
  readonly orders: readonly Order[]
  /** The reference of each name that answers give: itself, or how a service writes it in its answer to that body. */
  readonly references: ReadonlyMap<string, string>
  readonly others: readonly Fact[]
  readonly unknown: readonly Fact[]
}

export function ordersIn(facts: readonly Fact[]): Orders {
  // One that is refused for how it was written shows nothing of its order.
  const heard = facts.filter(({ key, isOfForm }) => key === 'own' && !isOfForm)
  const purchases = heard.filter(({ operation }) => operation === 'createOrder')
  const cards = new Map<string, string>()
  const boughtAt = new Map<string | null, number>()
  for (const { reference, sku, seq } of purchases)
    if (reference !== null && !cards.has(reference)) {
      cards.set(reference, sku ?? '')
      boughtAt.set(reference, seq)
    }
  // Until then a lookup asks for no order of the run.
  const isBought = ({ reference, seq }: Fact) => seq >= (boughtAt.get(reference) ?? Number.POSITIVE_INFINITY)
  const isOther = ({ reference, sku }: Fact) => reference !== null && cards.get(reference) !== sku
  // Another card under a known reference, if it is not refused, may change what answers say of that one from then on.
  const changedAt = new Map<string | null, number>()
  for (const { reference, seq } of purchases.filter((fact) => fact.said !== 'no' && isOther(fact)))
    if (!changedAt.has(reference)) changedAt.set(reference, seq)
  const isChanged = ({ reference, seq }: Fact) => (changedAt.get(reference) ?? Number.POSITIVE_INFINITY) < seq
  const isOfAnother = (fact: Fact) => fact.reference === null || isOther(fact) || isChanged(fact)
  const ours = heard.filter(
    (fact) => isBought(fact) && !isChanged(fact) && (fact.operation === 'lookupOrder' || !isOther(fact)),
  )
  const references = new Map([...cards.keys()].map((reference) => [reference, reference]))
  const isWrittenOtherwise = ({ named, reference }: Fact) =>
    named !== null && named !== reference && !cards.has(named)
  const isRewriting = purchases.some(isWrittenOtherwise)
  const orders = [...Map.groupBy(ours, ({ reference }) => reference ?? '')].map(([reference, all]): Order => {
    const sends = purchaseFirst(all.filter(({ operation }) => operation === 'createOrder'))
    const lookups = all.filter(({ operation }) => operation === 'lookupOrder')
    const isAbandoned = sends.some((send) => send.isAbandoned)
    // Where its purchase was lost, and others are named as a service writes them, so is it.
    const written = sends.find(({ named }) => named !== null) ?? (isRewriting ? lookups[0] : undefined)
    const name = written?.named ?? reference
    if (!references.has(name)) references.set(name, reference)
    const isOwn = ({ named }: Fact) => named === null || references.get(named) === reference
    const told = all.filter((fact): fact is WithSummary => fact.summary !== null && isOwn(fact))
    const settled = told.find(({ summary }) => summary.kind === 'settled')
    return { reference, sku: cards.get(reference) ?? '', sends, lookups, all, told, settled, isAbandoned }
  })
  const lookups = heard.filter(({ operation }) => operation === 'lookupOrder')
  const unknown = lookups.filter((lookup) => !isBought(lookup))
  return { orders, references, others: purchases.filter(isOfAnother), unknown }
}

/** Bodies of the same moment arrive in any order: where one is served, it is the purchase, and a refused one repeats it. */
function purchaseFirst(sends: readonly Fact[]): readonly Fact[] {
  const [first] = sends
  if (first?.said !== 'no') return sends
  const served = sends.find(({ isServed, sentMs }) => isServed && sentMs < first.answeredMs)
  return served === undefined ? sends : [served, ...sends.filter((send) => send !== served)]
}

export function isBefore(one: Fact, other: Fact): boolean {
  return one.answeredMs < other.sentMs
}

/** Whether an order was seen to be settled before a read. */
export function isSettledBefore({ settled }: Order, read: Fact): boolean {
  return settled !== undefined && isBefore(settled, read)
}

export function settledMs({ settled }: Order): number {
  return settled?.answeredMs ?? 0
}

export function inTurn(facts: Iterable<Fact>): readonly Fact[] {
  return [...facts].sort((one, other) => one.seq - other.seq)
}

/** Whether one request, which was answered, was under way while another was. */
export function isBeside(one: Fact, other: Fact): boolean {
  return one.sentMs < other.answeredMs && other.sentMs < one.answeredMs && Number.isFinite(one.answeredMs)
}

/** Tells of a purchase whether one of another order was under way while it was. */
export type BesideTest = (order: Order, send: Fact) => boolean

/** The {@link BesideTest} of a run: of many orders, none is compared with each other one. */
export function besideTestOf(orders: readonly Order[]): BesideTest {
  const sends = orders
    .flatMap((order) => order.sends.map((send) => ({ order, send })))
    .filter(({ send }) => Number.isFinite(send.answeredMs))
    .sort((one, other) => one.send.sentMs - other.send.sentMs)
  // Of those sent up to each: the one that was answered last, and the last of the other orders.
  const latest: (readonly (typeof sends)[number][])[] = []
  for (const one of sends) {
    const known = [...(latest.at(-1) ?? []), one].sort((a, b) => b.send.answeredMs - a.send.answeredMs)
    latest.push(
      known.filter(({ order }, nth) => known.findIndex((other) => other.order === order) === nth).slice(0, 2),
    )
  }
  return (order, send) => {
    const count = countWhile(sends, (one) => one.send.sentMs < send.answeredMs)
    const other = latest[count - 1]?.find((one) => one.order !== order)
    return other !== undefined && isBeside(other.send, send)
  }
}

/** Whether a purchase was sent again before its first answer, or at the same moment. */
export function isAtOnce({ sends }: Order, send: Fact): boolean {
  return sends.some((other) => other !== send && !other.isAbandoned && isBeside(other, send))
}

/** Characters that need no escape in a URL. How others are written in a lookup is not shown (gap `lookup-operation`). */
const PLAIN = /^[\w:.~-]+$/

export function isPlain(reference: string): boolean {
  return PLAIN.test(reference)
}

/** Tells of a purchase whether its body is written as JSON allows, and as that of no purchase that was served. */
export function oddlyWritten(orders: readonly Order[]): (send: Fact) => boolean {
  const served = orders.flatMap(({ sends }) => sends.filter(({ isServed }) => isServed))
  const taken = new Set(served.flatMap(({ forms }) => forms))
  return ({ forms }) => forms.some((form) => formOf(form).limit === null && !taken.has(form))
}

/** The states that no order was seen to leave: one that an order left is not settled. */
export function statesAtLast(orders: readonly Order[]): ReadonlySet<string> {
  const byOrder = orders.map(({ told }) => told.map(({ summary }) => summary.status))
  const left = new Set(
    byOrder.flatMap((states) => states.filter((state, index) => (states[index + 1] ?? state) !== state)),
  )
  return new Set(byOrder.flatMap((states) => states.slice(-1)).filter((state) => !left.has(state)))
}

/** Whether an order was sold, settled as a success, and is never said to have failed. */
export function isPaid(order: Order): boolean {
  return order.told.at(-1)?.summary.isSuccess === true && failureOf(order) === undefined
}

export function failureOf({ told }: Order): WithSummary | undefined {
  return told.find(({ summary }) => summary.kind === 'settled' && !summary.isSuccess)
}
