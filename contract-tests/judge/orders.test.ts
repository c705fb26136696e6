import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, windowsOf } from './balance.ts'
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

test('a window holds exactly what was sent in it, each order once and in their order', () => {
  const orders = fc.array(fc.array(time, { minLength: 1, maxLength: 4 }).map(orderSent), { maxLength: 8 })
  const balances = fc.array(fc.nat(8), { maxLength: 12 })
  fc.assert(
    fc.property(orders, balances, fc.array(time), fc.array(time), (all, steps, refusals, unclear) => {
      let sentMs = 0
      const reads = steps.map((step) => {
        sentMs += step
        return { key: 'own', operation: 'getBalance', amount: 1, sentMs, answeredMs: sentMs + 2 } as Fact
      })
      const refused = orderSent(refusals).sends.map(
        (one) => ({ ...one, key: 'none', operation: 'createOrder', isServed: false }) as Fact,
      )
      const others = orderSent(unclear).sends
      for (const window of windowsOf([...reads, ...refused], { orders: all, others })) {
        const isIn = (fact: Fact) => isWithin(fact, window)
        expect(window.bought).toEqual(all.filter(({ sends }) => sends.slice(0, 1).some(isIn)))
        expect(window.repeated).toEqual(all.filter(({ sends }) => sends.slice(1).some(isIn)))
        expect(window.refused).toEqual(refused.filter(isIn))
        expect(window.isUnclear).toBe(others.some(isIn))
      }
    }),
  )
})
