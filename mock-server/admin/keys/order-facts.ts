import { moneyWords } from '../../../contract/wire/money.ts'
import { accountOf, keyDigestOf, partnerOf } from '../../sandbox/keys.ts'
import type { Mock } from '../../sandbox/mock.ts'
import { type Order, releasedAt, summaryAt } from '../../store/order.ts'
import { onSandbox } from '../asked.ts'

/** How many of the latest orders are shown. */
const MOST_ORDERS = 200

/** `GET /__mock/orders?key=…`: the latest orders of a key, the latest first, as they are by its clock now. */
export const readOrders = onSandbox(async (c, sandbox) => {
  const mock = c.get('mock')
  const account = accountOf(mock, sandbox)
  const [{ now, available }, { count, latest }] = await Promise.all([
    mock.store.balance(account),
    mock.store.orders(account, MOST_ORDERS),
  ])
  const balances = balancesAround(latest, available, now)
  const orders = latest.map((order, index) => ({
    ...orderFacts(mock, order, now),
    balanceBefore: moneyWords((balances[index] ?? 0) + order.price, mock.profile.money),
    balanceAfter: moneyWords(balances[index] ?? 0, mock.profile.money),
  }))
  const [digest, partner] = [await keyDigestOf(mock, sandbox), partnerOf(mock, sandbox)?.id ?? null]
  return c.json({ key: digest, partner, now: isoTime(now), count, orders })
})

/** When the first of some orders changes next: its summary, its place in the lookup, or the money of it. */
export function nextChangeOf(orders: readonly Order[], now: number): string | null {
  const changes = orders.flatMap((order) => nextChange(order, now) ?? [])
  return changes.length === 0 ? null : isoTime(Math.min(...changes))
}

function orderFacts({ profile }: Mock, order: Order, now: number) {
  const { partnerReference, sku, price, placedAt } = order
  const { status, pollAfterSeconds } = summaryAt(order, now, profile.states)
  const change = nextChange(order, now)
  return {
    partnerReference,
    sku,
    price: moneyWords(price, profile.money),
    placedAt: isoTime(placedAt),
    status,
    pollAfterSeconds: pollAfterSeconds ?? null,
    nextChange: change === undefined ? null : isoTime(change),
  }
}

function nextChange({ placedAt, course }: Order, now: number): number | undefined {
  let endsAt = placedAt
  const ends = course.processing.map(({ forSeconds }) => {
    endsAt += forSeconds * 1000
    return endsAt
  })
  const shownAt = placedAt + (course.hiddenForSeconds ?? 0) * 1000
  // Upwards: who advances from a `now` without parts of a millisecond must reach it.
  const [next] = [shownAt, ...ends].filter((moment) => moment > now).sort((one, other) => one - other)
  return next === undefined ? undefined : Math.ceil(next)
}

/**
 * The balance after each order, in minor units, from the balance now. What was topped up since counts as if it had always
 * been there: no store keeps when that was.
 *
 * @param latest the latest first.
 */
function balancesAround(latest: readonly Order[], available: number, now: number): readonly number[] {
  return latest.map(({ placedAt }, index) => {
    const later = latest.slice(0, index).reduce((sum, { price }) => sum + price, 0)
    const returned = latest.reduce((sum, order) => {
      const at = releasedAt(order)
      return at !== null && at > placedAt && at <= now ? sum + order.price : sum
    }, 0)
    return available + later - returned
  })
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
