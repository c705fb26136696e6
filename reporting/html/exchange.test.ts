import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyText, evidence, reindented } from './exchange.ts'
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

test('JSON is shown with a member on each line', () => {
  expect(reindented('{"a":[1,{"b":null}],"c":{},"d":[ ]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  )
})

test('it is shown as it was sent: a duplicate name, a long number, an escape, a sign in a string', () => {
  const sent = String.raw`{"a":12345678901234567890.10,"a":"\u0041{[,:]}\"\\"}`
  expect(reindented(sent)).toBe(
    `{\n  "a": 12345678901234567890.10,\n  "a": ${String.raw`"\u0041{[,:]}\"\\"`}\n}`,
  )
})

test('any JSON is shown as JSON.stringify would', () => {
  const structure = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  fc.assert(
    fc.property(structure, (value) => {
      const sent = JSON.stringify(value)
      expect(reindented(sent)).toBe(JSON.stringify(JSON.parse(sent), null, 2))
    }),
  )
})

test.each(['', 'plain text', '"a":1', '{"a":', '<html>{}</html>', '12 [3]'])(
  '%j is shown as it is',
  (text) => {
    expect(reindented(text)).toBe(text)
  },
)

test('a long body is cut, with a note, and the indentation of a deep one is limited', () => {
  expect(bodyText(JSON.stringify(Array.from({ length: 500 }, (_, n) => n))).source).toMatch(
    /\n {2}38,\n.*cut here/,
  )
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  expect(bodyText(deep).source.length).toBeLessThan(5_000)
})
