import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toHtml } from './page.ts'
import { readPage } from './read-page.fixture.ts'
import { CERTIFIED, INCOMPLETE_CERTIFICATION, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import { MATRIX } from './sample-matrix.fixture.ts'
import { BROKEN, DRIFTED, INCOMPLETE, KEPT, OUT_OF_REACH } from './sample-reports.fixture.ts'

const unreachable: Report = {
  ...KEPT,
  outcome: 'unreachable',
  message: 'Nothing answers.',
  target: { baseUrl: 'http://127.0.0.1:1', mode: null },
  clauses: KEPT.clauses.map((clause) => ({ ...clause, verdict: 'not-observed', checks: [] })),
  purchases: null,
}
const attentionOf = (report: Report) => readPage(report).section('Needs attention')
const namesIn = (report: Report) => attentionOf(report)?.links.map(({ name }) => name)

describe('the page opens', () => {
  test('with the verdict, in a word and in one sentence', () => {
    const { heading, text } = readPage(BROKEN)
    expect(heading).toBe('broken')
    expect(text).toContain('broken 13 of 16 clauses kept, 1 broken, 2 not observed; 1 of these excused')
  })

  test('with what the run was', () => {
    const { text } = readPage(KEPT)
    expect(text).toContain('Target https://test.partner.example/api Mode TEST')
    expect(text).toContain('Run 2026-01-02 03:04:05 UTC, took 4.7 s Purchases 17 sent, of 24 at most')
    expect(text).toContain('Judged by reference 1.0.1, partner-purchase-kit 0.1.0')
  })

  test('with the reason, when there is no verdict', () => {
    const { heading, text } = readPage(unreachable)
    expect(heading).toBe('unreachable')
    expect(text).toContain('Nothing answers. Target http://127.0.0.1:1 Mode not seen')
  })
})

describe('what needs attention', () => {
  test('is broken first, then not observed, then excused, then the baseline and the profile', () => {
    expect(namesIn(BROKEN)).toEqual([
      'lookup-position',
      'order-leaves-processing',
      'ip-allowlist',
      ...['ping-ok', 'baseline'],
      ...['lookup-position', 'baseline'],
      'assumptions',
    ])
    expect(namesIn(INCOMPLETE)).toEqual(['order-leaves-processing'])
  })

  test('puts what is excused after what is not', () => {
    const clauses = BROKEN.clauses.map((clause) =>
      clause.verdict === 'broken' ? { ...clause, excused: 'Known.' } : clause,
    )
    expect(namesIn({ ...BROKEN, clauses })?.slice(0, 2)).toEqual([
      'order-leaves-processing',
      'lookup-position',
    ])
  })

  test('is empty, when every clause is kept', () => {
    expect(attentionOf(KEPT)?.text).toContain('Nothing: every clause was observed, and kept.')
  })

  test('is one cause, when nothing at all was observed', () => {
    const attention = attentionOf({ ...unreachable, outcome: 'incomplete' })
    expect(attention?.text).toContain('None of the 16 clauses was observed')
    expect(attention?.links).toEqual([])
  })

  test('names a clause that is out of reach, with what it needs', () => {
    expect(namesIn(OUT_OF_REACH)).toEqual(['ip-allowlist'])
    expect(attentionOf(OUT_OF_REACH)?.text).toContain('It needs a second key. It is not counted.')
  })

  test('names each answer that has drifted, and blames no clause for it', () => {
    expect(namesIn(DRIFTED)).toEqual(['lookup-operation', 'key-transport'])
    expect(attentionOf(DRIFTED)?.text).toContain('differs from what was confirmed')
    expect(attentionOf(DRIFTED)?.text).toContain('This is not a verdict on a clause.')
  })
})

describe('a clause', () => {
  test('has its place, in the order of the report', () => {
    const { section, place } = readPage(BROKEN)
    const ids = BROKEN.clauses.map(({ id }) => id)
    expect(ids.map((id) => place(id)?.text.split(' ')[0])).toEqual(ids)
    const text = section('Clauses')?.text ?? ''
    const starts = BROKEN.clauses.map(({ id, section, level }) =>
      text.indexOf(`${id} § ${section} · ${level}`),
    )
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })

  test('is next to the words of the reference', () => {
    const text = readPage(KEPT).place('lookup-position')?.text
    expect(text).toContain('lookup-position § 4.1 · must the lookup summary stands at data.order')
    expect(text).toContain('Lookup summary position: data.order. § 4')
  })

  test('names the date of its excuse, and what its checks rest on', () => {
    const { place } = readPage(BROKEN)
    expect(place('ip-allowlist')?.text).toContain('Excused by the baseline until 2026-06-30: No such key.')
    expect(place('lookup-position')?.text).toContain('Rests on lookup-operation differs')
  })
})

test('checks are unfolded where a clause is not kept', () => {
  const folds = toHtml(harmless(BROKEN)).match(/<details class="checks"(?: open)?>/g) ?? []
  const unfolded = BROKEN.clauses.map(({ verdict }) => verdict !== 'kept')
  expect(folds.map((fold) => fold.includes('open'))).toEqual(unfolded)
})

test('assumptions are a section of their own, which says that they are not documented', () => {
  const text = readPage(BROKEN).section('Assumptions')?.text
  expect(text).toContain('These are not documented.')
  expect(text).toContain('differs lookup-operation')
})

test('a baseline is shown with the state of each entry', () => {
  expect(readPage(BROKEN).section('Baseline')?.text).toContain('stale ping-ok, broken')
  expect(readPage(KEPT).section('Baseline')).toBeUndefined()
})

test('what changed since an earlier run is a section of its own, where one was compared', () => {
  const since = (drift: Report['drift']) =>
    readPage({ ...BROKEN, drift }).section('Since the earlier run')?.text
  expect(since(BROKEN.drift)).toContain('moved: GET /balance: /data/balance/amount was a decimal text')
  expect(since([])).toContain('did not change')
  expect(since(null)).toBeUndefined()
})

test.each(Object.entries({ BROKEN, CERTIFIED, NOT_CERTIFIED, INCOMPLETE_CERTIFICATION, MATRIX }))(
  'each link of the page leads somewhere, and the same report gives the same page: %s',
  (_, report) => {
    const { links, place } = readPage(report)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter(({ target }) => place(target) === undefined)).toEqual([])
    expect(toHtml(harmless(structuredClone(report)))).toBe(toHtml(harmless(report)))
  },
)

test('a run of the suite says nothing of certificates', () => {
  expect(toHtml(harmless(KEPT))).not.toMatch(/certif|timeline|scenario\//i)
})
