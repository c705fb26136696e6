import { expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { exchangeWith } from './exchange.fixture.ts'
import { drawnOf, earlyIn, rowsOf } from './rows.ts'

/** A purchase that asks for a poll after 2 s, and polls at some moments that are still told to wait. */
function polled(...pollsMs: number[]): Exchange[] {
  const summary = { status: 'PROCESSING', pollAfterSeconds: 2 }
  const answered = (data: object, atMs: number) => ({
    response: { status: 200, headers: {}, body: JSON.stringify({ data }), answeredMs: atMs },
    delivery: { outcome: 'delivered' as const, atMs },
  })
  return [
    exchangeWith(answered({ order: { order: summary } }, 0)),
    ...pollsMs.map((arrivedMs, index) =>
      exchangeWith({
        seq: index + 1,
        arrivedMs,
        operation: 'lookupOrder',
        ...answered({ order: summary }, arrivedMs),
        order: { partnerReference: 'SHOP:1', sku: 'CARD-25', effect: 'none' },
      }),
    ),
  ]
}

test('a lookup is too early before the time that the last answer asked for; noise is not counted', () => {
  // 2 s after the answer before it; 5 % of that and 5 ms are noise.
  expect([...earlyIn(polled(1000, 2800, 4750))]).toEqual([
    [1, 1000],
    [2, 200],
  ])
})

test('equal lookups in a row are one row, with how many came too early', () => {
  const exchanges = polled(2000, 2100, 2200, 2300)
  const [latest] = exchanges.toReversed()
  const early = earlyIn(exchanges)
  const rows = rowsOf(exchanges.toReversed(), early, new Set())
  expect(rows.map(({ count, early: times }) => [count, times])).toEqual([
    [4, 3],
    [1, 0],
  ])
  expect(rows[0]?.exchange).toBe(latest)
})

test('a group that was opened is shown one by one, and two equal lookups are no group', () => {
  const exchanges = polled(2000, 4000, 6000).toReversed()
  expect(rowsOf(exchanges, new Map(), new Set([2]))).toHaveLength(4)
  expect(rowsOf(polled(2000, 4000).toReversed(), new Map(), new Set())).toHaveLength(3)
})

test('lookups that differ in their answer are not one row', () => {
  const exchanges = polled(2000, 4000, 6000, 8000)
  const [, , third] = exchanges
  if (third?.response) exchanges[2] = { ...third, response: { ...third.response, status: 503 } }
  expect(rowsOf(exchanges.toReversed(), new Map(), new Set())).toHaveLength(5)
})

test('the latest 500 rows are drawn, and an older one that a link leads to', () => {
  const exchanges = Array.from({ length: 600 }, (_, index) => exchangeWith({ seq: 599 - index }))
  const rows = rowsOf(exchanges, new Map(), new Set())
  const drawn = (unfolded: number | null) => drawnOf(rows, unfolded).map(({ exchange }) => exchange.seq)
  expect(drawn(null)).toEqual(exchanges.slice(0, 500).map(({ seq }) => seq))
  expect(drawn(7)).toEqual([...drawn(null), 7])
})
