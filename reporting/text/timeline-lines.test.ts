import { expect, test } from 'vitest'
import { BOUGHT_TWICE, FLOOD, POLLED_EARLY, SENT_AGAIN, TWO_CARDS } from '../html/sample-scenarios.fixture.ts'
import { entry, exitAt, scenario } from '../html/sample-timelines.fixture.ts'
import { exitWords, timelineLines } from './timeline-lines.ts'

test('a line shows the time, the request, and its result', () => {
  expect(timelineLines(POLLED_EARLY)).toEqual([
    't+0.18 GET /ping → 200',
    't+0.19 GET /products → 200',
    't+0.20 GET /products/SCENARIO-UNUSUAL-PACE/price → 200',
    't+0.21 GET /balance → 200',
    't+0.23 POST /orders as SHOP:1002 → recorded, PROCESSING, pollAfterSeconds 3',
    't+1.24 GET /orders/SHOP%3A1002 → PROCESSING, pollAfterSeconds 3 ← allowed from t+3.23 (waits-poll-after)',
    't+2.25 GET /orders/SHOP%3A1002 → PROCESSING, pollAfterSeconds 3 ← allowed from t+4.24 (waits-poll-after)',
    't+3.27 GET /orders/SHOP%3A1002 → PROCESSING, pollAfterSeconds 5 ← allowed from t+5.26 (waits-poll-after)',
    't+4.30 GET /orders/SHOP%3A1002 → PROCESSING, pollAfterSeconds 5 ← allowed from t+8.27 (waits-poll-after)',
    't+9.38 GET /orders/SHOP%3A1002 → COMPLETED',
    't+9.43 client exited with 0',
  ])
})

test('an answer that did not arrive is shown by its fault, not by its content', () => {
  expect(timelineLines(BOUGHT_TWICE)[4]).toBe(
    't+0.22 POST /orders as SHOP:1003-1735787045 → recorded, answer lost (connection reset after the order was recorded)',
  )
  expect(timelineLines(SENT_AGAIN)[4]).toContain(
    'recorded, answer cut (connection closed in the middle of the answer)',
  )
  expect(timelineLines(TWO_CARDS)[4]).toContain('→ 503 (refused before the order was recorded)')
})

test('a request that breaks clauses names them', () => {
  expect(timelineLines(BOUGHT_TWICE)[5]).toMatch(/ ← breaks timeout-is-not-failure, stable-reference$/)
})

test('omitted requests are counted, and the end of the process comes last', () => {
  expect(timelineLines(FLOOD).slice(-2)).toEqual([
    '… 1834 more requests are left out',
    't+24.70 client was ended: it sent too much',
  ])
})

test.each([
  [exitAt(1), 'exited with 0'],
  [exitAt(1, { code: null, signal: 'SIGTERM' }), 'was ended by SIGTERM'],
  [exitAt(1, { code: null, signal: 'SIGKILL', cause: 'time-limit' }), 'was ended: it ran too long'],
])('%j: the client %s', (exit, words) => {
  expect(exitWords(exit)).toBe(words)
})

test('within a second, times are shown to the millisecond, and long names are cut', () => {
  const [line = ''] = timelineLines(
    scenario('A', [entry(7, { target: `/${'9'.repeat(300)}` })], { durationMs: 40 }),
  )
  expect(line).toMatch(/^t\+0\.007 GET \/9{62}… → 200$/)
})
