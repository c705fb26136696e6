import { expect, test } from 'vitest'
import type { Report } from '../contract/report/report.ts'
import { harmless } from '../contract/text/harmless.ts'
import { toBadge } from './badge.ts'
import { KEPT } from './html/sample-reports.fixture.ts'

test.each<[Report['outcome'], string, string]>([
  ['kept', 'kept', '#1a7437'],
  ['incomplete', 'incomplete', '#8a5700'],
  ['broken', 'broken', '#bd1f2d'],
  ['refused', 'refused', '#bd1f2d'],
  ['unreachable', 'unreachable', '#bd1f2d'],
  ['harness-fault', 'harness fault', '#7039b8'],
])('a run that is %s says "%s", in its colour', (outcome, word, colour) => {
  const svg = toBadge(harmless({ ...KEPT, outcome }))
  expect(svg).toContain(`<title>partner purchase 1.0.1: ${word}</title>`)
  expect(svg).toContain(`fill="${colour}"`)
})

test('a longer word makes a wider badge', () => {
  const widthOf = (outcome: Report['outcome']) =>
    Number(/width="(\d+)"/.exec(toBadge(harmless({ ...KEPT, outcome })))?.[1])
  expect(widthOf('harness-fault')).toBeGreaterThan(widthOf('kept') + 30)
})

test('it refers to nothing, and the same report gives the same badge', () => {
  const svg = toBadge(harmless(KEPT))
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/http|href|url\(|<script|<style/)
  expect(toBadge(harmless(structuredClone(KEPT)))).toBe(svg)
})

test('a version of any text stays text, and short', () => {
  const svg = toBadge(
    harmless({
      ...KEPT,
      reference: `</title><script>"'&\u0000\ud800\u202e pk_test_abcdefgh${'9'.repeat(200)}`,
    }),
  )
  expect(svg).toContain('<title>partner purchase &lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;\\u000: kept<')
  expect(svg.length).toBeLessThan(1_500)
})
