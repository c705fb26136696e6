import { expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { exchangeWith } from './exchange.fixture.ts'
import { type OrderFacts, ordersIn } from './orders.ts'
import { earlyIn } from './waits.ts'

const SUMMARY = { status: 'PROCESSING', pollAfterSeconds: 2 }
const answered = (data: object, atMs: number) => ({
  response: { status: 200, headers: {}, body: JSON.stringify({ data }), answeredMs: atMs },
  delivery: { outcome: 'delivered' as const, atMs },
})

/** A purchase that is PROCESSING for 2 s, and polls at these moments, each of which is told the same. */
function life(...pollsMs: number[]): Exchange[] {
  const polls = pollsMs.map((arrivedMs, index) =>
    exchangeWith({
      seq: index + 1,
      at: new Date(Date.UTC(2026, 0, 1) + arrivedMs).toISOString(),
      arrivedMs,
      operation: 'lookupOrder',
      ...answered({ order: SUMMARY }, arrivedMs),
      order: { partnerReference: 'SHOP:1', sku: 'CARD-25', effect: 'none' },
    }),
  )
  return [exchangeWith(answered({ order: { order: SUMMARY } }, 0)), ...polls]
}

const FACTS: OrderFacts = {
  partnerReference: 'SHOP:1',
  sku: 'CARD-25',
  status: 'COMPLETED',
  price: '25.00 USD',
  balanceBefore: '50.00 USD',
  balanceAfter: '25.00 USD',
  returned: null,
}

test('an order that is PROCESSING shows when it may be asked for, counted from the delivery of the last answer', () => {
  const [order] = ordersIn(life(3100), [FACTS])
  expect(order).toMatchObject({ known: 'PROCESSING', facts: FACTS })
  expect(order?.askFrom).toBe(Date.parse('2026-01-01T00:00:05.100Z'))
})

test('a lost answer tells its caller nothing, and asks nobody to wait', () => {
  const [bought, ...polls] = life(1000)
  const lost = { ...bought, delivery: { outcome: 'lost', atMs: 6 } } as Exchange
  expect(ordersIn([lost], [FACTS])[0]).toMatchObject({ known: null, askFrom: null })
  expect(earlyIn([lost, ...polls]).size).toBe(0)
})

test('a lookup is read at its own position, whatever other fields its answer has', () => {
  const order = { status: 'COMPLETED', order: { status: 'NOT_THE_SUMMARY' } }
  const lookup = exchangeWith({ operation: 'lookupOrder', ...answered({ order }, 5) })
  expect(ordersIn([lookup], [])[0]).toMatchObject({ known: 'COMPLETED', facts: undefined })
})

test('an order whose calls are gone is listed after those with calls', () => {
  const views = ordersIn(life(), [{ ...FACTS, partnerReference: 'SHOP:OLD' }, FACTS])
  expect(views.map(({ partnerReference, calls }) => [partnerReference, calls.length])).toEqual([
    ['SHOP:1', 1],
    ['SHOP:OLD', 0],
  ])
})

test('a lookup before the time that the last answer asked for is early, beyond the tolerance', () => {
  // Due 2 s after the previous answer; 5 % of that and 5 ms are tolerated.
  expect([...earlyIn(life(1000, 2800, 4750))]).toEqual([
    [1, 1000],
    [2, 200],
  ])
})
