import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { EVERY_PLACE, oneByOne } from './every-text.fixture.ts'
import { toHtml } from './page.ts'
import { BROKEN, INCOMPLETE, KEPT } from './sample-reports.fixture.ts'
import { STYLESHEET } from './style/stylesheet.ts'

const markupOf = (report: Report) => toHtml(harmless(report)).replace(STYLESHEET, '')
const textOf = (report: Report) =>
  markupOf(report)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const unreachable: Report = {
  ...KEPT,
  outcome: 'unreachable',
  message: 'Nothing answers.',
  target: { baseUrl: 'http://127.0.0.1:1', mode: null },
  clauses: KEPT.clauses.map((clause) => ({ ...clause, verdict: 'not-observed', checks: [] })),
  purchases: null,
}

describe('the page opens', () => {
  test('with the verdict, in a word and in one sentence', () => {
    expect(markupOf(BROKEN)).toMatch(/<h1[^>]*class="verdict broken">.*<span>broken<\/span><\/h1>/)
    expect(textOf(BROKEN)).toContain(
      '13 of 16 clauses kept, 1 broken, 2 not observed; 1 of these excused by the baseline.',
    )
  })

  test('with what the run was', () => {
    const text = textOf(KEPT)
    expect(text).toContain('Target https://test.partner.example/api Mode TEST')
    expect(text).toContain('Run 2026-01-02 03:04:05 UTC , took 4.7 s Purchases 17 sent, of 24 at the most')
    expect(text).toContain('Judged by reference 1.0.1, partner-purchase-kit 0.1.0')
  })

  test('with why it came to no verdict, where it did not', () => {
    expect(textOf(unreachable)).toContain('Nothing answers. Target http://127.0.0.1:1 Mode not seen')
    expect(textOf(unreachable)).toContain('unreachable Check the address')
  })
})

describe('what needs attention', () => {
  const attentionOf = (report: Report) =>
    /id="attention"[\s\S]*?<\/section>/.exec(markupOf(report))?.[0] ?? ''

  test('is broken first, then not observed, then excused, then the baseline and the profile', () => {
    const order = attentionOf(BROKEN).matchAll(/<span class="verdict ([a-z-]+)">/g)
    expect([...order].map(([, said]) => said)).toEqual([
      'broken',
      'not-observed',
      'not-observed',
      'stale',
      'expired',
      'differs',
    ])
  })

  test('leads to each clause that is not kept', () => {
    const links = attentionOf(INCOMPLETE).matchAll(/href="#([^"]*)"/g)
    expect([...links].map(([, id]) => id)).toEqual(['order-leaves-processing'])
  })

  test('is nothing, where every clause is kept', () => {
    expect(attentionOf(KEPT)).toContain('Nothing: every clause was observed, and kept.')
  })

  test('is one cause, where nothing at all was observed', () => {
    const report: Report = { ...unreachable, outcome: 'incomplete' }
    expect(attentionOf(report)).toContain('None of the 16 clauses was observed')
    expect(attentionOf(report).match(/<li/g)).toHaveLength(1)
  })
})

describe('clause by clause', () => {
  test('each has its anchor, in the order of the report, and a link to it', () => {
    const page = markupOf(BROKEN)
    const ids = [...page.matchAll(/<article id="([^"]*)">/g)].map(([, id]) => id)
    expect(ids).toEqual(BROKEN.clauses.map(({ id }) => id))
    for (const id of ids) expect(page).toContain(`<a href="#${id}">`)
  })

  test('each link of the page leads somewhere', () => {
    const page = markupOf(BROKEN)
    for (const [, id = ''] of page.matchAll(/href="#([^"]*)"/g)) {
      expect(page).toContain(`id="${decodeURIComponent(id)}"`)
    }
  })

  test('the statement stands beside the words of the reference', () => {
    const text = textOf(KEPT)
    expect(text).toContain('lookup-position § 4.1 · must the lookup summary stands at data.order')
    expect(text).toContain('Lookup summary position: data.order. § 4')
    expect(markupOf(KEPT)).toContain('stands at <code>data.order</code>')
  })

  test('the excuse of a clause names its date', () => {
    expect(textOf(BROKEN)).toContain('Excused by the baseline until 2026-06-30 : No such key.')
  })

  test('checks are folded where the clause is kept, and evidence everywhere', () => {
    const page = markupOf(BROKEN)
    expect(page.match(/<details class="checks">/g)).toHaveLength(13)
    expect(page.match(/<details class="checks" open>/g)).toHaveLength(3)
    expect(page.match(/<details class="evidence">/g)).toHaveLength(48)
  })

  test('a check names what it rests on, and whether that differs', () => {
    expect(textOf(BROKEN)).toMatch(/Rests on lookup-operation\s+differs/)
  })
})

test('assumptions are a section of their own, which says that they are not documented', () => {
  const text = textOf(BROKEN)
  expect(text).toContain('These are not documented .')
  expect(text).toContain(
    'differs lookup-operation path and method of the lookup of an order (§ 4) It answered 404. lookup assumed',
  )
})

test('the baseline is shown with the state of each entry, where there is one', () => {
  expect(textOf(BROKEN)).toContain('stale ping-ok , broken It said &quot;up&quot;.')
  expect(markupOf(KEPT)).not.toContain('id="baseline"')
})

test('the same report gives the same page', () => {
  expect(toHtml(harmless(structuredClone(BROKEN)))).toBe(toHtml(harmless(BROKEN)))
})

describe('whatever a target writes, and wherever', () => {
  const HOSTILE = `MARK</style><script>alert(1)</script>"'><img src=http://evil.example onerror=alert(1)>\u0000\ud800\u202e\r`
  const ATTRIBUTE = /\s([a-z][a-z-]*)(?:="([^"<>]*)")?/gi
  const TAG = new RegExp(`<!doctype html>|</?[a-z][a-z0-9]*(?:${ATTRIBUTE.source})*/?>`, 'gi')
  const hostile = oneByOne(EVERY_PLACE, HOSTILE).map((report) => toHtml(harmless(report)))
  const tagsOf = (page: string) => page.replace(STYLESHEET, '').match(TAG) ?? []

  test('all of it is on the page, as text', () => {
    expect(hostile.length).toBeGreaterThan(60)
    for (const page of hostile) {
      expect(page).toContain('MARK&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;')
      expect(page.replace(STYLESHEET, '').replaceAll(TAG, '')).not.toMatch(/[<>]/)
    }
  })

  test('it opens no tag, loads nothing, and leads nowhere else', () => {
    for (const page of hostile) {
      expect(page).not.toMatch(/<script|<img|url\(|@import/i)
      const attributes = tagsOf(page).flatMap((tag) => [...tag.matchAll(ATTRIBUTE)])
      const loading = attributes.filter(([, name = '']) =>
        /^(?:on|src|style$|action|data|poster)/i.test(name),
      )
      const leading = attributes.filter(([, name, value]) => name === 'href' && !value?.startsWith('#'))
      expect([...loading, ...leading].map(([attribute]) => attribute)).toEqual([])
    }
  })

  test('it neither hides nor moves what stands beside it', () => {
    for (const page of hostile) {
      expect(page.isWellFormed()).toBe(true)
      expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
      expect(page).toContain('\\u0000\\ud800\\u202e\\u000d')
    }
  })

  test('a key in it is not shown', () => {
    const pages = oneByOne(EVERY_PLACE, 'Bearer pk_test_abcdefgh').map((report) => toHtml(harmless(report)))
    for (const page of pages) expect(page).not.toContain('abcdefgh')
  })
})
