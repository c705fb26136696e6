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
import { layoutOf, ROW } from './layout/layout.ts'
import { rowsOf } from './layout/rows.ts'
import { description, timelinePicture } from './picture.ts'

const drawn = (report: ScenarioReport) => timelinePicture(report).source
const count = (report: ScenarioReport, what: RegExp) => drawn(report).match(what)?.length ?? 0
const wordsOf = (report: ScenarioReport) =>
  [...drawn(report).matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)

describe('a picture of a scenario', () => {
  test('has an arrow for each request and each answer, and a point where an order was recorded', () => {
    expect(count(AT_ONCE, /class="request"/g)).toBe(5)
    expect(count(AT_ONCE, /class="answer"/g)).toBe(5)
    expect(count(AT_ONCE, /class="recorded"/g)).toBe(1)
  })

  test('breaks off an answer that was lost or cut, with a cross, and names the fault', () => {
    expect(count(BOUGHT_TWICE, /class="cross"/g)).toBe(1)
    expect(wordsOf(BOUGHT_TWICE)).toContain('recorded · answer lost: connection reset')
    expect(wordsOf(SENT_AGAIN)).toContain('recorded · answer cut: connection closed')
    expect(count(SENT_AGAIN, /class="replayed"/g)).toBe(1)
  })

  test('draws a request that breaks a clause in its colour, with the clause and how early it was', () => {
    expect(count(POLLED_EARLY, /class="request broken"/g)).toBe(4)
    expect(wordsOf(POLLED_EARLY)).toContain('lookup ✕ waits-poll-after, 3.97 s early')
    expect(wordsOf(MISREAD)).toContain('purchase ✕ reads-purchase-position')
    expect(count(BOUGHT_TWICE, /class="recorded broken"/g)).toBe(1)
  })

  test('shades the time that the client was asked to wait, from the delivery on', () => {
    const { shades, arrows } = layoutOf(PACED)
    expect(shades.map(({ seconds }) => seconds)).toEqual([3, 5, 2])
    expect(shades[0]?.from).toBe(arrows[4]?.answerX)
    expect(shades[0]?.to).toBeLessThan(arrows[5]?.x ?? 0)
    expect(wordsOf(PACED)).toEqual(expect.arrayContaining(['wait 3 s', 'wait 5 s', 'wait 2 s']))
  })

  test('ends the lane of the client where its process ended', () => {
    expect(wordsOf(AT_ONCE)).toContain('exit 0')
    expect(wordsOf(FLOOD)).toContain('flood')
    expect(count(scenario('A', [entry(0, 5)], { exit: null }), /class="exit"/g)).toBe(0)
  })

  test('breaks its scale where nothing happened for long', () => {
    expect(wordsOf(STALLED)).toContain('+90.0 s')
    expect(count(STALLED, /class="gap-edge"/g)).toBe(2)
  })

  test('tells two references apart by letters, which are spelled out below it', () => {
    expect(wordsOf(TWO_CARDS)).toEqual(expect.arrayContaining(['purchase A', 'purchase B']))
    expect(timelineFigure(TWO_CARDS).source).toContain('<b>B</b> <code>SHOP:1009</code>')
  })

  test('is described in words', () => {
    expect(drawn(AT_ONCE)).toMatch(/<title>SCENARIO-AT-ONCE: [^<]+<\/title>\n<desc>5 requests in 61 ms\./)
    expect(description(POLLED_EARLY)).toBe(
      '10 requests in 11.5 s. 1 purchase recorded. 4 requests against a clause: waits-poll-after.',
    )
  })

  test('has each request also as a line', () => {
    expect(timelineFigure(FLOOD).source.match(/<li/g)).toHaveLength(202)
    expect(timelineFigure(FLOOD).source).toContain('1834 more requests are left out.')
    expect(timelineFigure({ ...AT_ONCE, timeline: [] }).source).toContain('The client sent nothing.')
  })
})

describe('200 requests', () => {
  const rows = rowsOf(layoutOf(FLOOD))

  test('go over several rows, each arrow in one of them', () => {
    expect(rows).toHaveLength(8)
    expect(count(FLOOD, /class="request/g)).toBe(200)
    expect(count(FLOOD, /class="answer/g)).toBe(200)
    const places = rows.flatMap(({ arrows }) =>
      arrows.flatMap(({ requestX, answerX }) => [requestX, answerX]),
    )
    for (const x of places) expect(x === null || (x >= 0 && x <= ROW)).toBe(true)
  })

  test('are labelled by what they have in common', () => {
    expect(wordsOf(FLOOD)).toContain('lookup ✕ waits-poll-after, 40 times')
    expect(wordsOf(FLOOD).length).toBeLessThan(120)
  })
})

test('moments that no clock gives, and texts of any kind, are drawn all the same', () => {
  const odd = scenario('A', [entry(0, -5), entry(1, 1e300, { deliveredMs: -1e300 }), entry(2, 5e-324)], {
    exit: null,
  })
  for (const report of [odd, HOSTILE_TEXTS]) {
    expect(drawn(report)).not.toMatch(/NaN|Infinity|e[+-]\d/)
  }
})
