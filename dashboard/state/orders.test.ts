import { expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { exchangeWith } from './exchange.fixture.ts'
import { ordersIn } from './orders.ts'

const SUMMARY = { status: 'PROCESSING', pollAfterSeconds: 3 }
const answer = (body: unknown, answeredMs: number) => ({
  status: 200,
  headers: {},
  body: JSON.stringify(body),
  answeredMs,
})

/** A purchase, and polls at some moments: the last of them finds it settled. */
function life(...pollsMs: number[]): Exchange[] {
  const bought = exchangeWith({ response: answer({ data: { order: { order: SUMMARY } } }, 5) })
  const polls = pollsMs.map((arrivedMs, index) => {
    const isLast = index === pollsMs.length - 1
    return exchangeWith({
      seq: index + 1,
      arrivedMs,
      operation: 'lookupOrder',
      response: answer(
        { data: { order: isLast ? { ...SUMMARY, status: 'COMPLETED' } : SUMMARY } },
        arrivedMs + 1,
      ),
      delivery: { outcome: 'delivered', atMs: arrivedMs + 2 },
      order: { partnerReference: 'SHOP:1', sku: 'CARD-25', effect: 'none' },
    })
  })
  return [bought, ...polls]
}

test('an order is shown by its purchase and its polls, each with when it was allowed', () => {
  const [order] = ordersIn(life(3100, 4000, 9000))
  expect(order).toMatchObject({
    partnerReference: 'SHOP:1',
    status: 'COMPLETED',
    askFrom: null,
    durationMs: 9002,
  })
  expect(order?.timeline.map(({ allowedFromMs }) => allowedFromMs)).toEqual([null, 3002, 6102, 7002])
})

test('an order that is PROCESSING says from when it may be asked for, counted from the delivered answer', () => {
  const [order] = ordersIn(life())
  expect(order).toMatchObject({ status: 'PROCESSING', askFrom: Date.parse('2026-01-01T00:00:03.002Z') })
})

test('an answer that was lost asks nobody to wait', () => {
  const [bought, ...polls] = life(1000, 2000)
  const lost = { ...bought, delivery: { outcome: 'lost', atMs: 6 } } as Exchange
  expect(ordersIn([lost, ...polls])[0]?.timeline.map(({ allowedFromMs }) => allowedFromMs)).toEqual([
    null,
    null,
    4002,
  ])
})

test('the same reference of two partners is two orders, the latest first', () => {
  const orders = ordersIn([exchangeWith(), exchangeWith({ seq: 1, partner: 'other' })])
  expect(orders.map(({ partner }) => partner)).toEqual(['other', 'ordinary'])
})

test('a lookup is read at its own place, whatever other fields its answer has', () => {
  const order = { status: 'COMPLETED', order: { status: 'NOT_THE_SUMMARY' } }
  const lookup = exchangeWith({ operation: 'lookupOrder', response: answer({ data: { order } }, 5) })
  expect(ordersIn([lookup])[0]?.status).toBe('COMPLETED')
})
