import type { Fact } from './facts.ts'
import { isAtOnce, isPlain, type Order } from './orders.ts'

/** References that are longer than those of a usual run. */
const WRITTEN_LONG = 48

/** The check of a new reference, by how it is written and what was bought beside it. */
export function newCheck(order: Order, first: Fact, orders: readonly Order[]): string {
  if (!isPlain(order.reference) || order.reference.length > WRITTEN_LONG) return 'written'
  const isBeside = orders.some(
    (other) =>
      other !== order &&
      other.sends.some(
        (send) =>
          send.sentMs < first.answeredMs &&
          first.sentMs < send.answeredMs &&
          Number.isFinite(send.answeredMs),
      ),
  )
  return isBeside ? 'beside' : 'additional'
}

/** The check of an order whose client went away: whether it was looked up before its body was sent again. */
export function timeoutCheckOf({ sends, lookups }: Order): string {
  const resent = sends.find(({ isAbandoned }) => !isAbandoned)
  return resent !== undefined && !lookups.some(({ sentMs }) => sentMs < resent.sentMs) ? 'resent' : 'found'
}

/** The check of an identical body, by how and when it was sent. */
export function repeatCheckOf(order: Order, repeat: Fact): string {
  const [first] = order.sends
  if (first !== undefined && repeat.isReordered !== first.isReordered) return 'reordered'
  if (!isPlain(order.reference) || order.reference.length > WRITTEN_LONG) return 'written'
  if (isAtOnce(order, repeat)) return 'simultaneous'
  const looked = order.lookups.filter(({ sentMs }) => sentMs < repeat.sentMs).length
  const isLate = order.sends.indexOf(repeat) > 1 || looked > 1
  return isLate ? 'settled' : 'later'
}
