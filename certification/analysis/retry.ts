import type { Profile } from '../../contract/profile/profile.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
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

/** The retries of a trial: what carries the reference of another purchase, or corrects one that was refused, is none. */
export function retriesOf(orders: readonly Order[], reuses: readonly Reuse[], profile: Profile): readonly Retry[] {
  const reused = new Set(reuses.map(({ purchase }) => purchase))
  return orders.flatMap((order) =>
    order.purchases.flatMap((purchase, index): Retry[] => {
      const before = order.purchases[index - 1]
      if (before === undefined || reused.has(purchase)) return []
      if (standingOf(orderBefore(order, purchase), purchase.arrivedMs, profile) === 'void') return []
      return [{ order, before, purchase, isIdentical: contentOf(before) === contentOf(purchase) }]
    }),
  )
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
