import type { Fact } from './facts.ts'
import { isPaid, type Order, type Orders } from './orders.ts'

/** The time between two reads of the balance that follow one another, and what was sent in it. Amounts in minor units. */
export type Window = {
  readonly before: Fact
  readonly after: Fact
  /** By how much the balance fell; negative where it rose. */
  readonly fell: number
  /** Orders whose first purchase was sent in it, and orders whose identical body was. */
  readonly bought: readonly Order[]
  readonly repeated: readonly Order[]
  /** Purchases with another key. */
  readonly refused: readonly Fact[]
  /** Whether something in it may cost what is not documented: another body, or a purchase served without a valid key. */
  readonly isUnclear: boolean
}

/** What each order costs, by what the balance and the prices show. */
export type Costs = {
  /** 0 where nothing shows it. */
  readonly least: (order: Order) => number
  /** Infinity where nothing shows it. */
  readonly most: (order: Order) => number
  /** The least that any card costs; undefined where the balance showed no purchase. */
  readonly cheapest: number | undefined
}

/** The windows of a run, in the order of time. */
export function windowsOf(facts: readonly Fact[], { orders, others }: Orders): readonly Window[] {
  const balances = facts.filter(
    ({ key, operation, amount }) => key === 'own' && operation === 'getBalance' && amount !== null,
  )
  const wrong = facts.filter(({ key, operation }) => key !== 'own' && operation === 'createOrder')
  return balances.slice(1).map((after, index): Window => {
    const before = balances[index] as Fact
    const isIn = (fact: Fact) => isWithin(fact, { before, after })
    const refused = wrong.filter(isIn)
    return {
      before,
      after,
      fell: (before.amount ?? 0) - (after.amount ?? 0),
      bought: orders.filter(({ sends }) => sends.slice(0, 1).some(isIn)),
      repeated: orders.filter(({ sends }) => sends.slice(1).some(isIn)),
      refused,
      isUnclear: others.some(isIn) || refused.some(({ isServed }) => isServed),
    }
  })
}

/** Whether a request was sent in a window. */
export function isWithin({ sentMs }: Fact, { before, after }: Pick<Window, 'before' | 'after'>): boolean {
  return sentMs > before.sentMs && sentMs < after.answeredMs
}

/** Whether nothing was sent in a window that may move the balance. */
export function isIdle({ bought, repeated, refused, isUnclear }: Window): boolean {
  return bought.length + repeated.length + refused.length === 0 && !isUnclear
}

/** A window shows the cost of a card by itself if it is within this share of the price that was read. */
const NEAR = 0.5

/** What each order costs: as the window shows in which it was bought alone, else as others of its card, else its price. */
export function costsIn(windows: readonly Window[], facts: readonly Fact[], orders: readonly Order[]): Costs {
  const prices = new Map(
    facts.flatMap(({ operation, sku, amount }) =>
      operation === 'getPrice' && amount !== null ? [[sku ?? '', amount] as const] : [],
    ),
  )
  const alone = boughtAlone(windows)
  const isNear = ({ order: { sku }, fell }: (typeof alone)[number]) =>
    Math.abs(fell - (prices.get(sku) ?? 0)) <= NEAR * (prices.get(sku) ?? 0)
  // Where no purchase costs about its price, prices are something else than costs.
  const isPriced = alone.some(isNear)
  const clean = alone.filter((one) => (isPriced && prices.has(one.order.sku) ? isNear(one) : one.isClear))
  const price = ({ sku }: Order) => (isPriced ? prices.get(sku) : undefined)
  const spread = Math.max(0, ...clean.map(({ order, fell }) => Math.abs(fell / (price(order) ?? fell) - 1)))
  const own = new Map(alone.map(({ order, fell }) => [order, fell]))
  const bySku = Map.groupBy(clean, ({ order }) => order.sku)
  const costs = new Map(
    orders.map((order) => {
      const shown = bySku.get(order.sku) ?? []
      const known = [shown[0]?.fell, price(order)].filter((amount) => amount !== undefined)
      const all = [...shown.map(({ fell }) => fell), ...known]
      const others = Math.ceil(Math.max(...all) * (own.has(order) ? 1 : 1 + spread))
      const most = all.length === 0 ? Number.POSITIVE_INFINITY : Math.max(own.get(order) ?? 0, others)
      return [order, { least: known.length === 0 ? 0 : Math.min(...known), most }]
    }),
  )
  return {
    least: (order) => costs.get(order)?.least ?? 0,
    most: (order) => costs.get(order)?.most ?? Number.POSITIVE_INFINITY,
    cheapest: clean.length === 0 ? undefined : Math.min(...clean.map(({ fell }) => fell)),
  }
}

/** The orders that were bought alone between two reads, and whether the balance had shown each purchase before at once. */
function boughtAlone(windows: readonly Window[]) {
  let isClear = true
  return windows.flatMap(({ bought, repeated, refused, isUnclear, fell }) => {
    const wasClear = isClear
    if (fell < 0 || bought.length > 1 || bought.some((order) => fell === 0 || !isPaid(order))) isClear = false
    const [order, ...more] = bought
    const isAlone = order !== undefined && more.length + repeated.length + refused.length === 0
    return isAlone && !isUnclear && fell > 0 ? [{ order, fell, isClear: wasClear }] : []
  })
}
