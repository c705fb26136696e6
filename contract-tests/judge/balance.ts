import { countWhile } from '../../contract/text/count-while.ts'
import type { Fact } from './facts.ts'
import { failureOf, isPaid, type Order, type Orders } from './orders.ts'

/** The time between two reads of the balance that follow one another, and what was sent in it. Amounts in minor units. */
export type Window = {
  readonly before: Fact
  readonly after: Fact
  /** By how much the balance fell; negative where it rose. */
  readonly fell: number
  /** Orders whose first purchase was sent in it, and orders whose identical body was. */
  readonly bought: readonly Order[]
  readonly repeated: readonly Order[]
  readonly refused: readonly Fact[]
  /** Whether something in it may cost what is not documented: another body, or a purchase served without a valid key. */
  readonly isUnclear: boolean
}

export type Costs = {
  /** 0 where nothing shows it. */
  readonly least: (order: Order) => number
  /** Infinity where nothing shows it. */
  readonly most: (order: Order) => number
  /** The least that any card costs; undefined where the balance showed no purchase. */
  readonly cheapest: number | undefined
  /** Whether cards of one kind cost different amounts. */
  readonly isMoving: boolean
  /** What each costs by its price, as it was read; Infinity where it was not. */
  readonly price: (order: { readonly sku: string | null }) => number
  /** Cards that cost another amount than their price, where others cost exactly theirs. */
  readonly unlike: readonly { readonly sku: string; readonly price: number; readonly cost: number }[]
}

export function windowsOf(
  facts: readonly Fact[],
  { orders, others }: Pick<Orders, 'orders' | 'others'>,
): readonly Window[] {
  const balances = facts.filter(
    ({ key, operation, amount }) => key === 'own' && operation === 'getBalance' && amount !== null,
  )
  const wrong = facts.filter(({ key, operation }) => key !== 'own' && operation === 'createOrder')
  const sent = orders.map(({ sends }, nth) => sends.map((fact) => ({ fact, nth })))
  const first = sentWithin(sent.flatMap((sends) => sends.slice(0, 1)))
  const again = sentWithin(sent.flatMap((sends) => sends.slice(1)))
  const ofOthers = sentWithin(others.map((fact, nth) => ({ fact, nth })))
  const withOtherKey = sentWithin(wrong.map((fact, nth) => ({ fact, nth })))
  return balances.slice(1).map((after, index): Window => {
    const before = balances[index] as Fact
    const ends = { before, after }
    const refused = withOtherKey(ends).flatMap((nth) => wrong[nth] ?? [])
    return {
      before,
      after,
      fell: (before.amount ?? 0) - (after.amount ?? 0),
      bought: first(ends).flatMap((nth) => orders[nth] ?? []),
      repeated: again(ends).flatMap((nth) => orders[nth] ?? []),
      refused,
      isUnclear: ofOthers(ends).length > 0 || refused.some(({ isServed }) => isServed),
    }
  })
}

type Ends = Pick<Window, 'before' | 'after'>

/** Finds what was sent in a window, by their places, each once and in order: a long run has as many windows as requests. */
function sentWithin(sent: readonly { readonly fact: Fact; readonly nth: number }[]) {
  const sorted = sent.toSorted((one, other) => one.fact.sentMs - other.fact.sentMs)
  return ({ before, after }: Ends): readonly number[] => {
    const from = countWhile(sorted, ({ fact }) => fact.sentMs <= before.sentMs)
    const to = countWhile(sorted, ({ fact }) => fact.sentMs < after.answeredMs)
    return [...new Set(sorted.slice(from, to).map(({ nth }) => nth))].sort((one, other) => one - other)
  }
}

export function isWithin({ sentMs }: Fact, { before, after }: Ends): boolean {
  return sentMs > before.sentMs && sentMs < after.answeredMs
}

/** How many bodies of an order were sent again in a window. */
export function repeatsIn({ sends }: Order, window: Window): number {
  return sends.slice(1).filter((send) => isWithin(send, window)).length
}

export function isIdle({ bought, repeated, refused, isUnclear }: Window): boolean {
  return bought.length + repeated.length + refused.length === 0 && !isUnclear
}

/** A window shows the cost of a card by itself if it is within this share of the price that was read. */
const NEAR = 0.5

/** So many orders of a card show what it costs, and so many times as much is not one of them. */
const MANY = 3
const MULTIPLE = 1.8

/** What each order costs: as the window shows in which it was bought alone, else as others of its card, else its price. */
export function costsIn(windows: readonly Window[], facts: readonly Fact[], orders: readonly Order[]): Costs {
  const prices = new Map(
    facts.flatMap(({ operation, sku, namedSku, amount }) =>
      operation === 'getPrice' && amount !== null && (namedSku ?? sku) === sku
        ? [[sku ?? '', amount] as const]
        : [],
    ),
  )
  const bought = boughtAlone(windows)
  // Where every order failed, and no purchase is debited, an identical body may be.
  const hasFailed = orders.every((order) => failureOf(order) !== undefined)
  const alone = bought.length > 0 || !hasFailed ? bought : repeatedAlone(windows)
  const isNear = ({ order: { sku }, fell }: (typeof alone)[number]) =>
    Math.abs(fell - (prices.get(sku) ?? 0)) <= NEAR * (prices.get(sku) ?? 0)
  // Where no purchase costs about its price, prices are something else than costs.
  const isPriced = alone.some(isNear)
  const fair = alone.filter((one) => (isPriced && prices.has(one.order.sku) ? isNear(one) : one.isClear))
  // What left beside one of many costs a multiple of all others of its card: not all of that is its own.
  const bySku = Map.groupBy(
    fair.toSorted((one, other) => other.fell - one.fell),
    ({ order }) => order.sku,
  )
  const isOutlier = ({ order, fell }: (typeof alone)[number]) => {
    const all = bySku.get(order.sku) ?? []
    const others = all.length - Number(all[0]?.order === order)
    const most = all.find((one) => one.order !== order)?.fell ?? fell
    return others >= MANY && fell > MULTIPLE * most
  }
  const clean = fair.filter((one) => !isOutlier(one))
  const price = ({ sku }: Order) => (isPriced ? prices.get(sku) : undefined)
  const spread = Math.max(0, ...clean.map(({ order, fell }) => Math.abs(fell / (price(order) ?? fell) - 1)))
  const isOfOthers = ({ order, fell, left }: (typeof alone)[number]) => {
    const beyond = fell - (price(order) ?? fell)
    const due = left.reduce((sum, one) => sum + (price(one) ?? 0), 0)
    return left.length > 1 && due > 0 && Math.abs(beyond - due) <= NEAR * (price(order) ?? 0)
  }
  const isOwn = (one: (typeof alone)[number]) => !isOfOthers(one) && !isOutlier(one)
  // What left after the balance had risen may be owed for others as well.
  const own = new Map(
    alone.filter((one) => isOwn(one) && (one.isFresh || isNear(one))).map(({ order, fell }) => [order, fell]),
  )
  const shown = new Map<string, { readonly least: number; readonly most: number }>()
  for (const { order, fell } of clean) {
    const { least, most } = shown.get(order.sku) ?? { least: fell, most: fell }
    shown.set(order.sku, { least: Math.min(least, fell), most: Math.max(most, fell) })
  }
  const priced = clean.flatMap(({ order, fell: cost }) => {
    const price = prices.get(order.sku)
    return price === undefined ? [] : [{ sku: order.sku, price, cost }]
  })
  const unlike = priced.some(({ price, cost }) => price === cost)
    ? priced.filter(({ price, cost }) => price !== cost)
    : []
  const costs = new Map(
    orders.map((order) => {
      const { least, most: highest } = shown.get(order.sku) ?? {}
      const known = [least, price(order)].filter((amount) => amount !== undefined)
      if (known.length === 0) return [order, { least: 0, most: Number.POSITIVE_INFINITY }]
      const others = Math.ceil(Math.max(...known, highest ?? 0) * (own.has(order) ? 1 : 1 + spread))
      return [order, { least: Math.min(...known), most: Math.max(own.get(order) ?? 0, others) }]
    }),
  )
  return {
    least: (order) => costs.get(order)?.least ?? 0,
    most: (order) => costs.get(order)?.most ?? Number.POSITIVE_INFINITY,
    cheapest: clean.length === 0 ? undefined : Math.min(...clean.map(({ fell }) => fell)),
    isMoving: spread > 0,
    price: ({ sku }) => prices.get(sku ?? '') ?? Number.POSITIVE_INFINITY,
    unlike: [...new Map(unlike.map((one) => [one.sku, one])).values()],
  }
}

/** The orders whose identical body came alone between two reads, and was debited. */
function repeatedAlone(windows: readonly Window[]) {
  return windows.flatMap(({ bought, repeated: [order, ...more], refused, isUnclear, fell }) => {
    const isAlone = bought.length + more.length + refused.length === 0 && !isUnclear
    return order !== undefined && isAlone && fell > 0
      ? [{ order, fell, isClear: true, isFresh: true, left: [] }]
      : []
  })
}

/** A balance shows a debit, or a copy of it that is behind, within this time. Milliseconds. */
export const LONGEST_LAG_MS = 3000

/** The orders whose client had gone away not long before a read: a service may charge for them again on its own. */
export function abandonedBefore(past: readonly Window[], read: Fact, count = past.length): readonly Order[] {
  const from = countWhile(past, ({ after }) => read.sentMs - after.sentMs >= LONGEST_LAG_MS)
  const recent = past.slice(from, count)
  return [...new Set(recent.flatMap(({ bought }) => bought.filter(({ isAbandoned }) => isAbandoned)))]
}

/** The orders that were bought alone between two reads, and whether the balance had shown each purchase before at once, and never risen. */
function boughtAlone(windows: readonly Window[]) {
  let [isClear, isFresh] = [true, true]
  return windows.flatMap(({ before, bought, repeated, refused, isUnclear, fell }, index) => {
    const known = { isClear, isFresh }
    if (fell < 0) isFresh = false
    if (fell < 0 || bought.length > 1 || bought.some((order) => fell === 0 || !isPaid(order))) isClear = false
    const [order, ...more] = bought
    const isAlone = order !== undefined && more.length + repeated.length + refused.length === 0
    if (!isAlone || isUnclear || fell <= 0) return []
    return [{ order, fell, left: abandonedBefore(windows, before, index), ...known }]
  })
}
