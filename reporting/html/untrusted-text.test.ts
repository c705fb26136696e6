import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { EVERY_PLACE, everywhere, oneByOne } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import { CROWDED, certification } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'
import { BOUGHT_TWICE } from './sample-scenarios.fixture.ts'
import { SCRIPT } from './script/page-script.ts'

const TEXT = `MARK</style></svg><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u0000\ud800\u202e\r pk_test_abcdefgh`
const ATTRIBUTE = /\s([a-z][a-z-]*)(?:="([^"<>]*)")?/gi
const TAG = new RegExp(`<!doctype html>|</?[a-z][a-z0-9]*(?:${ATTRIBUTE.source})*/?>`, 'gi')
const STYLE = /<style>[^<]*<\/style>/

const trial = certification([{ ...BOUGHT_TWICE, timeline: BOUGHT_TWICE.timeline.slice(4) }])
const broken = trial.clauses.filter(({ verdict }) => verdict === 'broken').slice(0, 1)
const BASES: Readonly<Record<string, Report>> = {
  'a run of the suite': EVERY_PLACE,
  'a certification': { ...trial, clauses: broken, assumptions: [] },
  'a matrix of assumptions': { ...MATRIX, variants: MATRIX.variants?.slice(0, 2) ?? null },
}

describe.each(Object.entries(BASES))('a text from outside, in each place of %s,', (_, base) => {
  const pages = [...oneByOne(base, TEXT), everywhere(base, TEXT)].map((report) => toHtml(harmless(report)))
  const documents = pages.map((page) => page.replace(STYLE, '').replace(`<script>${SCRIPT}</script>`, ''))

  test('is shown as text, without what is unseen in it, and without a key', () => {
    expect(pages.length).toBeGreaterThan(15)
    expect(pages.at(-1)).toContain(
      'MARK&lt;/style&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;',
    )
    for (const page of pages) {
      expect(page.isWellFormed()).toBe(true)
      expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|abcdefgh/u)
    }
  })

  test('opens no tag, loads nothing, and leads nowhere else', () => {
    for (const document of documents) {
      expect(document.replaceAll(TAG, '')).not.toMatch(/[<>]/)
      expect(document).not.toMatch(/<script|<img|url\(|@import/i)
      const attributes = [...document.matchAll(TAG)].flatMap(([tag]) => [...tag.matchAll(ATTRIBUTE)])
      const active = attributes.filter(([, name = '', value]) =>
        name === 'href'
          ? !value?.startsWith('#')
          : /^(?:on|src|style$|action|data$|poster|xlink)/i.test(name),
      )
      expect(active.map(([attribute]) => attribute)).toEqual([])
    }
  })
})

test('a page loads nothing by its style either', () => {
  const [style = ''] = STYLE.exec(toHtml(harmless(CROWDED))) ?? []
  expect(style.length).toBeGreaterThan(1000)
  expect(style).not.toMatch(/url\(|@import/i)
})
