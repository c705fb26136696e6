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
  /** Whether the balance before it had risen by more than failed orders give back: a copy that is behind may have answered. */
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
  /** What those cost that nobody knows to be sold, or not to be. */
  readonly inDoubt: number
  /** By how much the balance fell where nothing was bought, and nothing pending. */
  readonly stray: number
  /** What was given back for orders that failed, as far as the balance rose. */
  readonly refunded: number
  /** By how much the balance rose besides. */
  readonly credited: number
  /** As far as it rose while nothing was bought, and never fell by itself. */
  readonly toppedUp: number
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
  const stray = sum(windows.filter(isIdle).map(({ fell }) => Math.max(0, fell)))
  const quoted = new Map(
    facts.flatMap(({ operation, sku, amount }) =>
      operation === 'getPrice' && amount !== null ? [[sku, amount]] : [],
    ),
  )
  const costOf = (order: Order) =>
    costs.get(order.reference)?.[0] ?? nearest(order, orders, costs) ?? quoted.get(order.sku)
  const rises = sum(windows.map(({ fell }) => Math.max(0, -fell)))
  const refunded = Math.min(rises, refundable(orders, costOf))
  const costed = (some: readonly Order[]) => some.reduce((sum, order) => sum + (costOf(order) ?? 0), 0)
  return {
    windows,
    costOf,
    leastCost: all.length > 0 ? Math.min(...all) : undefined,
    isDebitedAtPurchase,
    total: amountIn(opening) - amountIn(closing),
    least: costed(orders.filter(isPaid)),
    most: costed(orders),
    inDoubt: costed(orders.filter((order) => !isPaid(order) && !hasFailed(order) && !isRefused(order))),
    stray,
    refunded,
    credited: rises - refunded,
    // A copy of the balance that is behind makes it rise, too, and fall back.
    toppedUp:
      stray > 0
        ? 0
        : Math.max(0, sum(windows.map((window, index) => risenFor(window, windows[index - 1]))) - refunded),
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
  const amounts = balances.map(amountIn)
  const largest = Math.max(0, ...amounts.slice(1).map((amount, index) => (amounts[index] ?? 0) - amount))
  const givenBackBy = (before: Fact) =>
    sum(
      orders
        .filter(hasFailed)
        .map(({ sends }) => sends.filter(({ sentMs }) => sentMs < before.sentMs).length),
    )
  return balances.slice(1).map((after, index): Window => {
    const before = balances[index] as Fact
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
      isStale: amountIn(before) > Math.min(...amounts.slice(0, index + 1)) + givenBackBy(before) * largest,
    }
  })
}

/**
 * Whether a service debits orders that are PROCESSING when they are bought, or when they settle: either the balance falls
 * when they are bought, or while nothing is. Undefined where it does both, or neither.
 */
function debitedAtPurchase(windows: readonly Window[]): boolean | undefined {
  const fallIn = (some: readonly Window[]) => sum(some.map(({ fell }) => Math.max(0, fell)))
  const atPurchase = fallIn(
    windows.filter(
      ({ bought: [order], repeated, after }) =>
        // One that may have settled before the balance was read shows nothing of it.
        repeated.length === 0 &&
        order?.all.some(({ summary, sentMs }) => summary?.kind === 'processing' && sentMs > after.answeredMs),
    ),
  )
  const meanwhile = fallIn(windows.filter((window) => isIdle({ ...window, pending: [] })))
  return atPurchase > 0 === meanwhile > 0 ? undefined : atPurchase > 0
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

/** By how much the balance rose in a window without a purchase: more than it fell in the one before, which may even out. */
function risenFor({ fell, bought, repeated }: Window, before: Window | undefined): number {
  const isQuiet = bought.length + repeated.length === 0
  return isQuiet && fell < 0 && -fell > (before?.fell ?? 0) ? -fell : 0
}

/** Whether an order was seen to fail. */
function hasFailed({ all }: Order): boolean {
  return all.some(({ summary }) => summary?.kind === 'settled' && !summary.isSuccess)
}

function isRefused({ all, sends }: Order): boolean {
  return sends.every(({ said }) => said === 'no') && all.every(({ summary }) => summary === null)
}

/** What may be given back: what each failed order cost, once for each time that its body was sent. */
function refundable(orders: readonly Order[], costOf: (order: Order) => number | undefined): number {
  return sum(orders.filter(hasFailed).map((order) => (costOf(order) ?? 0) * order.sends.length))
}

/** What orders cost, by their reference: where one is bought alone in its window. */
function costsOf(windows: readonly Window[]): ReadonlyMap<string, readonly number[]> {
  const alone = windows.filter(
    ({ bought, repeated, pending, refused, others, fell }) =>
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
