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
import { timelineFigure } from './figure.ts'
import { layoutOf, WIDE } from './layout/layout.ts'
import { rowsOf } from './layout/rows.ts'
import { description, timelinePicture } from './picture.ts'

const drawn = (report: ScenarioReport) => timelinePicture(report).source
const wordsOf = (report: ScenarioReport) =>
  [...drawn(report).matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)
const figureOf = (report: ScenarioReport) => timelineFigure(report).source.replaceAll(/<[^>]*>/g, '')

describe('a picture of a scenario', () => {
  test.each([
    ['the fault of an answer that was lost', BOUGHT_TWICE, 'recorded · answer lost: connection reset'],
    ['the fault of an answer that was cut', SENT_AGAIN, 'recorded · answer cut: connection closed'],
    [
      'the clause that a request breaks, and how early it was',
      POLLED_EARLY,
      'lookup ✕ waits-poll-after, 3.97 s early',
    ],
    ['the clause that a purchase breaks', MISREAD, 'purchase ✕ reads-purchase-position'],
    ['how long the client was asked to wait', PACED, 'wait 5 s'],
    ['where the process ended', AT_ONCE, 'exit 0'],
    ['where a client sent too much', FLOOD, 'flood'],
    ['how long nothing happened', STALLED, '+90.0 s'],
    ['which of two references is meant', TWO_CARDS, 'purchase B'],
    ['what many requests have in common', FLOOD, 'lookup ✕ waits-poll-after, 40 times'],
  ])('says %s', (_, report, words) => {
    expect(wordsOf(report)).toContain(words)
  })

  test('has an arrow for each request, in the state in which it was', () => {
    const arrows = layoutOf(BOUGHT_TWICE).arrows
    expect(arrows).toHaveLength(BOUGHT_TWICE.timeline.length)
    expect(arrows.filter(({ blame }) => blame === 'broken')).toHaveLength(1)
    expect(layoutOf(POLLED_EARLY).arrows.filter(({ blame }) => blame === 'broken')).toHaveLength(4)
    expect(layoutOf(AT_ONCE).arrows.filter(({ effect }) => effect === 'recorded')).toHaveLength(1)
  })

  test('shades the time that the client was asked to wait, from the delivery on', () => {
    const { shades, arrows } = layoutOf(PACED)
    expect(shades.map(({ seconds }) => seconds)).toEqual([3, 5, 2])
    expect(shades[0]?.from).toBe(arrows[4]?.answerX)
    expect(shades[0]?.to).toBeLessThan(arrows[5]?.x ?? 0)
  })

  test('is described in words', () => {
    expect(description(POLLED_EARLY)).toBe(
      '10 requests in 11.5 s. 1 purchase recorded. 4 requests against a clause: waits-poll-after.',
    )
  })

  test('has each request also as a line below it, and spells out its references', () => {
    expect(figureOf(FLOOD)).toContain('1834 more requests are left out.')
    expect(figureOf(TWO_CARDS)).toContain('B SHOP:1009')
    expect(figureOf({ ...AT_ONCE, timeline: [] })).toContain('The client sent nothing.')
  })
})

test('200 requests go over several rows, each arrow in one of them', () => {
  const rows = rowsOf(layoutOf(FLOOD))
  expect(rows).toHaveLength(8)
  const places = rows
    .flatMap(({ arrows }) => arrows.map(({ requestX }) => requestX))
    .filter((x) => x !== null)
  expect(places).toHaveLength(200)
  for (const x of places) expect(x >= 0 && x <= WIDE.row).toBe(true)
})

test('impossible times and texts of any kind are drawn, too', () => {
  const odd = scenario('A', [entry(0, -5), entry(1, 1e300, { deliveredMs: -1e300 }), entry(2, 5e-324)], {
    exit: null,
  })
  for (const report of [odd, HOSTILE_TEXTS]) expect(drawn(report)).not.toMatch(/NaN|Infinity|e[+-]\d/)
})
