import type { Fact } from './facts.ts'
import type { Order, Orders } from './orders.ts'

/** The time between two reads of the balance that follow one another, and what was bought in it. */
export type Window = {
  readonly before: Fact
  readonly after: Fact
  /** By how much the balance fell, in minor units; negative where it rose. */
  readonly fell: number
  /** Orders whose first purchase was sent in it. */
  readonly bought: readonly Order[]
  /** Orders whose identical body was sent in it. */
  readonly repeated: readonly Order[]
  /** Orders that were bought before it, and may be debited in it: they were not settled, or only just. */
  readonly pending: readonly Order[]
  /** Purchases with another key in it. */
  readonly refused: readonly Fact[]
  /** Other bodies in it: what they cost is not documented. */
  readonly others: readonly Fact[]
  /** Whether the balance had risen before it by more than failed orders give back: a copy that is behind may have answered. */
  readonly isStale: boolean
}

/** What a run shows of money. Amounts in minor units. */
export type Ledger = {
  readonly windows: readonly Window[]
  /** What one order cost, as far as a window shows it alone; else what the card cost nearest to it. */
  costOf(order: Order): number | undefined
  /** The least that any card cost; undefined where the balance showed no purchase. */
  readonly leastCost: number | undefined
  /** Whether an order that is PROCESSING is debited before it is settled; undefined where no order shows it. */
  readonly isDebitedAtPurchase: boolean | undefined
  /** By how much the balance fell in the whole run. */
  readonly total: number
  /** What all orders that were sold cost at least, and all that may have been sold at most. */
  readonly least: number
  readonly most: number
  /** By how much the balance fell where nothing was bought, and nothing pending. */
  readonly stray: number
  /** What was given back for orders that failed, as far as the balance rose. */
  readonly refunded: number
  /** What was taken before for what was given back, once for each order that failed. */
  readonly refundedOnce: number
  /** How long after a purchase the balance showed it, as far as the run has learned. Milliseconds. */
  readonly lagMs: number
}

/**
 * The ledger of a run: what the balance shows, window by window and as a whole.
 *
 * @param balances the answers to reads of the balance, with an amount, in the order of sending.
 * @param lagMs how long after a purchase the balance shows it.
 * @returns undefined where there are no two of them.
 */
export function ledgerOf(
  balances: readonly Fact[],
  { orders, others }: Orders,
  facts: readonly Fact[],
  lagMs: number,
): Ledger | undefined {
  const [opening, closing] = [balances[0], balances.at(-1)]
  if (opening === undefined || closing === undefined || opening === closing) return undefined
  const bare = windowsOf(balances, orders, others, facts)
  const isDebitedAtPurchase = debitedAtPurchase(bare)
  const windows = bare.map((window) => ({
    ...window,
    pending: orders.filter((order) => isPending(order, window, isDebitedAtPurchase, lagMs)),
  }))
  const costs = costsOf(windows)
  const all = [...costs.values()].flat()
  const costOf = (order: Order) => costs.get(order.reference)?.[0] ?? nearest(order, orders, costs)
  const costed = (some: readonly Order[]) => some.reduce((sum, order) => sum + (costOf(order) ?? 0), 0)
  const rose = sum(windows.map(({ fell }) => Math.max(0, -fell)))
  return {
    windows,
    costOf,
    leastCost: all.length > 0 ? Math.min(...all) : undefined,
    isDebitedAtPurchase,
    total: amountIn(opening) - amountIn(closing),
    least: costed(orders.filter(isPaid)),
    most: costed(orders),
    stray: sum(windows.filter(isIdle).map(({ fell }) => Math.max(0, fell))),
    refunded: Math.min(rose, refundable(orders, costOf)),
    refundedOnce: Math.min(rose, costed(orders.filter(hasFailed))),
    lagMs,
  }
}

/** Whether nothing in a window explains why the balance moved. */
export function isIdle({ bought, repeated, pending, refused, others }: Window): boolean {
  return bought.length + repeated.length + pending.length + refused.length + others.length === 0
}

function windowsOf(
  balances: readonly Fact[],
  orders: readonly Order[],
  others: readonly Fact[],
  facts: readonly Fact[],
): readonly Window[] {
  const wrong = facts.filter(({ key, operation }) => key !== 'own' && operation === 'createOrder')
  const failed = orders.filter(hasFailed)
  const amounts = balances.map(amountIn)
  const largest = Math.max(0, ...amounts.slice(1).map((amount, index) => (amounts[index] ?? 0) - amount))
  return balances.slice(1).map((after, index): Window => {
    const before = balances[index] as Fact
    const givenBack = sum(
      failed.map(({ sends }) => sends.filter(({ sentMs }) => sentMs < before.sentMs).length * largest),
    )
    const isIn = ({ sentMs }: Fact) => sentMs > before.sentMs && sentMs < after.answeredMs
    return {
      before,
      after,
      fell: amountIn(before) - amountIn(after),
      bought: orders.filter(({ sends: [first] }) => first !== undefined && isIn(first)),
      repeated: orders.filter(({ sends }) => sends.slice(1).some(isIn)),
      pending: [],
      refused: wrong.filter(isIn),
      others: others.filter(isIn),
      isStale: amountIn(before) > Math.min(...amounts.slice(0, index + 1)) + givenBack,
    }
  })
}

/** The orders that a service debits when it records them: those that are PROCESSING show it. */
function debitedAtPurchase(windows: readonly Window[]): boolean | undefined {
  const alone = windows.filter(
    ({ bought: [order, ...others], repeated, after, fell }) =>
      others.length + repeated.length === 0 &&
      order?.sends[0]?.summary?.kind === 'processing' &&
      // It may have settled before the balance was read.
      (fell <= 0 ||
        order.all.some(
          ({ summary, sentMs }) => summary?.kind === 'processing' && sentMs > after.answeredMs,
        )),
  )
  return alone.length === 0 ? undefined : alone.some(({ fell }) => fell > 0)
}

/** Whether an order that was bought before a window may be debited in it. */
function isPending(
  order: Order,
  { before }: Pick<Window, 'before'>,
  isDebitedAtPurchase: boolean | undefined,
  lagMs: number,
): boolean {
  const [first] = order.sends
  if (first === undefined || first.sentMs > before.sentMs) return false
  const rested = order.all.find(
    ({ isServed, summary }) =>
      isServed && summary !== null && (summary.kind === 'settled' || isDebitedAtPurchase === true),
  )
  return rested === undefined || rested.answeredMs + lagMs >= before.sentMs
}

/** Whether an order was sold, and settled as a success. */
export function isPaid({ all }: Order): boolean {
  const last = all.findLast(({ summary }) => summary !== null)?.summary
  return last?.isSuccess === true
}

/** What may be given back: what each failed order cost, once for each time that its body was sent. */
function refundable(orders: readonly Order[], costOf: (order: Order) => number | undefined): number {
  return sum(orders.filter(hasFailed).map((order) => (costOf(order) ?? 0) * order.sends.length))
}

function hasFailed({ all }: Order): boolean {
  return all.some(({ summary }) => summary?.kind === 'settled' && !summary.isSuccess)
}

/** What orders cost, by their reference: where one is bought alone in its window. */
function costsOf(windows: readonly Window[]): ReadonlyMap<string, readonly number[]> {
  const alone = windows.filter(
    ({ bought, repeated, pending, refused, others, fell, isStale }) =>
      !isStale &&
      bought.length === 1 &&
      repeated.length + pending.length + refused.length + others.length === 0 &&
      fell > 0,
  )
  return new Map(alone.map(({ bought: [order], fell }) => [order?.reference ?? '', [fell]]))
}

/** What the same card cost in the purchase that was sent nearest to an order's. */
function nearest(
  order: Order,
  orders: readonly Order[],
  costs: ReadonlyMap<string, readonly number[]>,
): number | undefined {
  const place = orders.indexOf(order)
  const known = orders
    .filter(({ sku, reference }) => sku === order.sku && costs.has(reference))
    .toSorted((one, other) => Math.abs(orders.indexOf(one) - place) - Math.abs(orders.indexOf(other) - place))
  return costs.get(known[0]?.reference ?? '')?.[0]
}

function amountIn({ amount }: Fact): number {
  return amount ?? 0
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
