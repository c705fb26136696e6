import { expect, test } from 'vitest'
import { startTimesOf } from './start-times.ts'

test('the figures of a start are read from its lines, and its heading is none', () => {
  const text =
    'From start to the first 200 on /ping, median of 9, Node 24.0.0:\n  bare node:http        50.6 ms  1.00 ×\n  bare Hono server      80.4 ms  1.59 ×\n  mock, first start    101.2 ms  2.00 ×\n'
  expect(startTimesOf(text)).toEqual([
    { name: 'bare node:http', milliseconds: 50.6, toBare: 1 },
    { name: 'bare Hono server', milliseconds: 80.4, toBare: 1.59 },
    { name: 'mock, first start', milliseconds: 101.2, toBare: 2 },
  ])
})
