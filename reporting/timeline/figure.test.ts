import { describe, expect, test } from 'vitest'
import type { ScenarioReport } from '../../contract/report/report.ts'
import {
  AT_ONCE,
  BOUGHT_TWICE,
  FLOOD,
  HOSTILE_TEXTS,
  MISREAD,
  PACED,
  POLLED_EARLY,
  SENT_AGAIN,
  STALLED,
  TWO_CARDS,
} from '../html/sample-scenarios.fixture.ts'
import { entry, scenario } from '../html/sample-timelines.fixture.ts'
import { description, timelineFigure } from './figure.ts'

const drawn = (report: ScenarioReport) => timelineFigure(report).source
const rowsOf = (report: ScenarioReport) =>
  drawn(report)
    .split(/<li|<div|<text/)
    .map((row) => `<${row}`.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
const count = (report: ScenarioReport, part: string) => drawn(report).split(part).length - 1

describe('a timeline', () => {
  test.each([
    [
      'the fault of an answer that was lost',
      BOUGHT_TWICE,
      'answer lost (connection reset after the order was recorded)',
    ],
    [
      'the fault of an answer that was cut',
      SENT_AGAIN,
      'answer cut (connection closed in the middle of the answer)',
    ],
    [
      'the clause that a request breaks, and how early it was',
      POLLED_EARLY,
      '✕ waits-poll-after, 3.97 s early',
    ],
    ['the clause that a purchase breaks', MISREAD, '✕ reads-purchase-position'],
    ['how long the client was asked to wait', PACED, 'PROCESSING, pollAfterSeconds 5'],
    ['where the process ended', AT_ONCE, 'client exited with 0'],
    ['where a client sent too much', FLOOD, 'client was ended: it sent too much'],
    ['what was left out', FLOOD, '1834 more requests are left out.'],
    ['how long nothing happened', STALLED, '+90.0 s'],
    ['under which reference each card was bought', TWO_CARDS, 'POST /orders as SHOP:1009'],
    ['what many requests have in common', FLOOD, '195 × GET /orders/SHOP%3A1007 → PROCESSING'],
    ['how many of them break a clause', FLOOD, '✕ 195 of them: waits-poll-after, up to 1.99 s early'],
  ])('says %s', (_, report, words) => {
    expect(
      rowsOf(report).some((row) => row.includes(words)),
      rowsOf(report).join('\n'),
    ).toBe(true)
  })

  test('has a row for each request, in the state in which it was', () => {
    expect(count(BOUGHT_TWICE, '"row"')).toBe(BOUGHT_TWICE.timeline.length + 1)
    expect(count(BOUGHT_TWICE, 'class="request broken"')).toBe(1)
    expect(count(POLLED_EARLY, 'class="request broken"')).toBe(4)
    expect(count(POLLED_EARLY, 'class="early"')).toBe(4)
    expect(count(AT_ONCE, 'class="recorded"')).toBe(1)
    expect(count(PACED, 'class="wait"')).toBe(3)
  })

  test('folds equal requests into one row, and has each of them in it', () => {
    expect(count(FLOOD, '<details')).toBe(1)
    expect(count(FLOOD, '<li class="row"')).toBe(FLOOD.timeline.length + 2)
  })

  test('begins with the first request: how long a process needs to start says nothing', () => {
    const late = scenario('A', [entry(60_000), entry(61_000)], { exit: null })
    expect(drawn(late)).toContain('<svg x="0%" y="50%" class="request">')
  })

  test('is described in words', () => {
    expect(description(POLLED_EARLY)).toBe(
      '10 requests in 11.5 s. 1 purchase recorded. 4 requests against a clause: waits-poll-after.',
    )
  })

  test('says so where the client sent nothing', () => {
    expect(drawn({ ...AT_ONCE, timeline: [] })).toContain('The client sent nothing.')
  })
})

test('impossible times and texts of any kind are drawn, too', () => {
  const odd = scenario('A', [entry(-5), entry(1e300, { deliveredMs: -1e300 }), entry(5e-324)], {
    exit: null,
  })
  for (const report of [odd, HOSTILE_TEXTS])
    expect(drawn(report)).not.toMatch(/="[^"]*(?:NaN|Infinity|\de[+-]\d)/)
})
