import { expect, test } from 'vitest'
import { evidence } from './exchange.ts'
import { exchange, KEPT } from './sample-reports.fixture.ts'

const textOf = (...exchanges: Parameters<typeof evidence>[0]) =>
  (evidence(exchanges, KEPT)?.source ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('exchanges are in the order of their requests, with the time from an answer to the next request', () => {
  const text = textOf(exchange(3), exchange(1))
  expect(text).toMatch(
    /Evidence: 2 exchanges #1 .* #3 createOrder 2026-01-02 03:04:05 UTC 140 ms after the answer to #1/,
  )
})

test('a request sent before the answer to another, or after one that got none, says so', () => {
  expect(textOf(exchange(1), exchange(2, { arrivedMs: 130 }))).toContain(
    '30 ms after request #1, before its answer',
  )
  const lost = exchange(1, { response: null })
  expect(textOf(lost, exchange(2))).toContain('100 ms after request #1, which got no answer')
  expect(textOf(lost)).toContain('No response was received.')
})

test('the effect on the order at the server is shown, when it is known', () => {
  const order = { partnerReference: 'KIT:1', sku: 'A', effect: 'replayed' } as const
  expect(textOf(exchange(1, { order, partner: 'p-1' }))).toContain('Order at the server: replayed, KIT:1 , A')
})

test('without an exchange there is nothing to unfold', () => {
  expect(evidence([], KEPT)).toBeNull()
})
