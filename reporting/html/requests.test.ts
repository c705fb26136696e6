import { describe, expect, test } from 'vitest'
import type { ScenarioReport } from '../../contract/report/report.ts'
import { description, requestTable } from './requests.ts'
import {
  AT_ONCE,
  BOUGHT_TWICE,
  FLOOD,
  HOSTILE_TEXTS,
  MISREAD,
  PACED,
  POLLED_EARLY,
  SENT_AGAIN,
  TWO_CARDS,
} from './sample-scenarios.fixture.ts'
import { entry, scenario } from './sample-timelines.fixture.ts'

const drawn = (report: ScenarioReport) => requestTable(report).source
const rowsOf = (report: ScenarioReport) =>
  drawn(report)
    .split('<tr')
    .map((row) => `<${row}`.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
const count = (report: ScenarioReport, part: string) => drawn(report).split(part).length - 1

describe('the requests of a scenario', () => {
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
    ['how long the client was asked to wait', PACED, 'PROCESSING 5 s'],
    ['where the process ended', AT_ONCE, 'client exited with 0'],
    ['where a client sent too much', FLOOD, 'client was ended: it sent too much'],
    ['what was left out', FLOOD, '1834 more requests are left out.'],
    ['under which reference each card was bought', TWO_CARDS, 'POST /orders as SHOP:1009'],
    ['what many requests have in common', FLOOD, '195 × GET /orders/SHOP%3A1007 , until t+'],
    ['which clause all of them break', FLOOD, '✕ waits-poll-after, up to 1.99 s early'],
  ])('says %s', (_, report, words) => {
    expect(
      rowsOf(report).some((row) => row.includes(words)),
      rowsOf(report).join('\n'),
    ).toBe(true)
  })

  test('has a row for each request, marked where it breaks a clause', () => {
    expect(count(BOUGHT_TWICE, '<tr')).toBe(BOUGHT_TWICE.timeline.length + 2)
    expect(count(BOUGHT_TWICE, '<tr role="row" class="broken"')).toBe(1)
    expect(count(POLLED_EARLY, '<tr role="row" class="broken"')).toBe(4)
  })

  test('says no wait of an answer that did not arrive', () => {
    const asked = { pollAfterSeconds: 5, orderStatus: 'PROCESSING' }
    const lost = scenario('A', [entry(0, asked), entry(9, { ...asked, delivery: 'lost' })], { exit: null })
    expect(rowsOf(lost).filter((row) => row.includes('5 s'))).toHaveLength(1)
  })

  test('has one row for many equal requests', () => {
    expect(count(FLOOD, '<tr')).toBeLessThan(12)
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

test('impossible times and texts of any kind are shown, too', () => {
  const odd = scenario('A', [entry(-5), entry(1e300, { deliveredMs: -1e300 }), entry(5e-324)], {
    exit: null,
  })
  for (const report of [odd, HOSTILE_TEXTS])
    expect(drawn(report)).not.toMatch(/NaN|Infinity|<script|onerror=[^&]*>/)
})
