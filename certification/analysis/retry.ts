import type { Profile } from '../../contract/profile/profile.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Trial } from '../trial.ts'
import { standingOf } from './further-purchases.ts'
import { type Order, orderBefore } from './order.ts'
import type { OrderExchange } from './request.ts'
import type { Reuse } from './reuse.ts'

/** A purchase that was sent again under its reference while its outcome was open, and the sending before it. */
export type Retry = {
  readonly order: Order
  readonly before: OrderExchange
  readonly purchase: OrderExchange
  readonly isIdentical: boolean
}

/** After so many others under one reference, the next one is no correction. */
const ENOUGH = 20

/** The retries of a trial, of identical ones the first: what carries the reference of another purchase, or corrects one that was refused, is none. */
export function retriesOf(
  orders: readonly Order[],
  reuses: readonly Reuse[],
  { crash }: Trial,
  profile: Profile,
): readonly Retry[] {
  const reused = new Set(reuses.map(({ purchase }) => purchase))
  return orders.flatMap((order) => {
    // What was refused for its other content says nothing about the first one.
    const altered = new Set<OrderExchange>()
    let before: OrderExchange | undefined
    let isSeen = false
    return order.purchases.flatMap((purchase): Retry[] => {
      if (reused.has(purchase)) return []
      const last = before
      before ??= purchase
      if (last === undefined) return []
      const isIdentical = contentOf(last) === contentOf(purchase)
      // One that is as it should be is enough: a client may send thousands.
      if (isIdentical && isSeen) return []
      const isVoid =
        altered.size < ENOUGH &&
        standingOf(orderBefore(order, purchase, altered), purchase.arrivedMs, profile, crash) === 'void'
      if (isIdentical || isVoid) before = purchase
      else altered.add(purchase)
      isSeen ||= isIdentical && !isVoid
      return isVoid ? [] : [{ order, before: last, purchase, isIdentical }]
    })
  })
}

function contentOf({ exchange }: OrderExchange): string {
  return JSON.stringify(inOrder(parseJson(exchange.request.body ?? '')))
}

/** The same value with the members of its objects sorted: their order means nothing in JSON. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)])
}
