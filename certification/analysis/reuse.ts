import type { Profile } from '../../contract/profile/profile.ts'
import { REDACTED } from '../../contract/text/redact.ts'
import type { Trial } from '../trial.ts'
import { standingOf } from './further-purchases.ts'
import { type Order, orderBefore } from './order.ts'
import type { OrderExchange } from './request.ts'

/** A purchase that carries the reference of another one. */
export type Reuse = {
  readonly purchase: OrderExchange
  readonly order: Order
  /** Why it is not a retry. */
  readonly by: 'other-sku' | 'same-sku' | 'conflict'
}

/**
 * The purchases that were meant as new ones but carry a used reference: another SKU, once the outcome of the first was
 * known; the same SKU again, already settled, by a client that ended as if it had bought more; or what the service answers as a
 * conflict, its first use being elsewhere in the recording.
 */
export function reusesOf(orders: readonly Order[], trial: Trial, profile: Profile): readonly Reuse[] {
  const references = orders.filter(({ sku }) => sku === trial.scenario.sku).length
  // A client that failed may have stopped before its second card: what it sent again is a retry of the first.
  const isShort = trial.exit?.code === 0 && references < trial.scenario.purchases
  // A recording replaces each key by a mark: references that contain one cannot be compared.
  const distinct = orders.filter(({ reference }) => !reference.includes(REDACTED))
  return distinct.flatMap((order) =>
    order.purchases.flatMap((purchase, index): Reuse[] => {
      const by = reuseBy(order, { purchase, index, isShort }, trial, profile)
      return by === undefined ? [] : [{ purchase, order, by }]
    }),
  )
}

type Sent = { readonly purchase: OrderExchange; readonly index: number; readonly isShort: boolean }

function reuseBy(
  order: Order,
  { purchase, index, isShort }: Sent,
  { scenario, crash }: Trial,
  profile: Profile,
): Reuse['by'] | undefined {
  const { sku, arrivedMs } = purchase
  const isOther = sku !== undefined && order.sku !== undefined && sku !== order.sku
  if (index === 0 || (!isOther && !isShort))
    return isConflict(order, purchase, profile) ? 'conflict' : undefined
  const standing = standingOf(orderBefore(order, purchase), arrivedMs, profile, crash)
  if (isOther) return ['settled', 'processing', 'void'].includes(standing) ? 'other-sku' : undefined
  return sku === scenario.sku && ['settled', 'pending'].includes(standing) ? 'same-sku' : undefined
}

function isConflict(order: Order, { answer }: OrderExchange, { errors }: Profile): boolean {
  if (answer.kind !== 'refused' || answer.status !== errors.referenceConflict) return false
  const hasOneSku = new Set(order.purchases.map(({ sku }) => sku)).size === 1
  const { referenceConflict: _, body: __, ...others } = errors
  return hasOneSku && !Object.values(others).includes(answer.status)
}
