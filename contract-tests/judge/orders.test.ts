import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fact } from './facts.ts'
import { besideTestOf, type Order } from './orders.ts'

/** An order whose purchases were sent and answered at some times. No other member is read here. */
function orderSent(times: readonly (readonly [sentMs: number, answeredMs: number])[]): Order {
  return { sends: times.map(([sentMs, answeredMs]) => ({ sentMs, answeredMs }) as Fact) } as unknown as Order
}

const time = fc
  .tuple(fc.nat(40), fc.oneof(fc.nat(20), fc.constant(Number.POSITIVE_INFINITY)))
  .map(([sentMs, tookMs]) => [sentMs, sentMs + tookMs] as const)

test('a purchase is beside another order exactly where one of its answered purchases was under way meanwhile', () => {
  const orders = fc.array(fc.array(time, { maxLength: 4 }).map(orderSent), { maxLength: 8 })
  fc.assert(
    fc.property(orders, (all) => {
      const isOneBeside = besideTestOf(all)
      for (const order of all)
        for (const send of order.sends) {
          const others = all.filter((other) => other !== order).flatMap(({ sends }) => sends)
          const isBeside = ({ sentMs, answeredMs }: Fact) =>
            Number.isFinite(answeredMs) && sentMs < send.answeredMs && send.sentMs < answeredMs
          expect(isOneBeside(order, send)).toBe(others.some(isBeside))
        }
    }),
  )
})
