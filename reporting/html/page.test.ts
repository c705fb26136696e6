import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { toHtml } from './page.ts'
import { readPage } from './read-page.fixture.ts'
import { CERTIFIED, INCOMPLETE_CERTIFICATION, NOT_CERTIFIED } from './sample-certificates.fixture.ts'
import {
  BROKEN,
  DRIFTED,
  INCOMPLETE,
  KEPT,
  OUT_OF_REACH,
  withClause,
  withVerdicts,
} from './sample-reports.fixture.ts'

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
/** Where it leads besides what its checks rest on. */
const placesIn = (report: Report) =>
  attentionOf(report)?.links.flatMap(({ name, target }) => (target.startsWith('assumption%2F') ? [] : [name]))

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
    expect(placesIn(BROKEN)).toEqual([
      'lookup-position',
      'order-leaves-processing',
      'ip-allowlist',
      ...['ping-ok', 'baseline'],
      ...['lookup-position', 'baseline'],
      'assumptions',
    ])
    expect(placesIn(INCOMPLETE)).toEqual(['order-leaves-processing'])
  })

  test('puts what is excused after what is not', () => {
    const excused = withClause(BROKEN, 'lookup-position', () => ({ excused: 'Known.' }))
    expect(placesIn(excused)?.slice(0, 2)).toEqual(['order-leaves-processing', 'lookup-position'])
  })

  test('is empty, when every clause is kept', () => {
    expect(attentionOf(KEPT)?.text).toContain('Nothing: every clause was observed, and kept.')
  })

  test('is the reference client, when every clause is kept and it could not buy', () => {
    const remarks = [{ id: 'reference-client', message: 'It failed at its lookup.', scenario: null }]
    const text = attentionOf({ ...KEPT, outcome: 'incomplete', remarks })?.text
    expect(text).toContain('Every clause was kept, but the reference client did not get its card')
  })

  test('is one cause, when nothing at all was observed', () => {
    const attention = attentionOf({ ...unreachable, outcome: 'incomplete' })
    expect(attention?.text).toContain('None of the 16 clauses was observed')
    expect(attention?.text.match(/Remove the cause/g)).toHaveLength(1)
  })

  test('names a clause that is out of reach, with what it needs', () => {
    expect(namesIn(OUT_OF_REACH)?.[0]).toBe('ip-allowlist')
    expect(attentionOf(OUT_OF_REACH)?.text).toContain('It needs a second key. It is not counted.')
  })

  test('names each answer that has drifted, and blames no clause for it', () => {
    expect(namesIn(DRIFTED)).toEqual(['lookup-operation', 'key-transport'])
    expect(attentionOf(DRIFTED)?.text).toContain('differs from what was confirmed')
    expect(attentionOf(DRIFTED)?.text).toContain('This is not a verdict on a clause.')
  })
})

describe('a clause', () => {
  test('has its place: what is not kept first, then what is kept in the order of the report', () => {
    const { section, place } = readPage(BROKEN)
    for (const { id, section: sign, level } of BROKEN.clauses)
      expect(place(id)?.text).toContain(`§ ${sign} · ${level}`)
    const text = section('Kept clauses')?.text ?? ''
    const kept = BROKEN.clauses.filter(({ verdict }) => verdict === 'kept')
    const starts = kept.map(({ id }) => text.indexOf(`kept ${id} `))
    expect(starts).not.toContain(-1)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })

  test('has the words of the reference next to its own', () => {
    expect(readPage(KEPT).section('Kept clauses')?.text).toContain('the lookup summary stands at data.order')
    const text = readPage(KEPT).place('lookup-position')?.text
    expect(text).toContain('Lookup summary position: data.order. § 4')
  })

  test('names the date of its excuse, and what its checks rest on', () => {
    const { place } = readPage(BROKEN)
    expect(place('ip-allowlist')?.text).toContain('Excused by the baseline until 2026-06-30: No such key.')
    expect(place('lookup-position')?.text).toContain('Rests on lookup-operation differs')
  })
})

test('a clause of a server that has advice shows it, as one of a client does', () => {
  const lesson = {
    consequence: 'It may buy twice.',
    cause: 'The envelope is missing.',
    remedy: 'Add `data`.',
    command: 'run',
  }
  const broken = withVerdicts(KEPT, { 'data-envelope': ['broken', 'There is none.', lesson] })
  const report: Report = { ...broken, outcome: 'broken' }
  expect(readPage(report).place('data-envelope')?.text).toContain(
    'Usual cause The envelope is missing. Smallest fix Add data.',
  )
  expect(toHtml(harmless(report))).toContain('dl.lesson {')
  expect(toMarkdown(harmless(report))).toContain(
    [
      '- Usual cause: The envelope is missing.',
      '- Smallest fix: **Add `data`.**',
      '- Run it again: `run`',
    ].join('\n'),
  )
})

test('clauses and answers that could not be seen for one cause are listed with it', () => {
  const message = 'Nothing was bought.'
  const clauses = KEPT.clauses.map((clause, index) => {
    if (index < 4) return clause
    const checks = clause.checks.map((check) => ({ ...check, verdict: 'not-observed' as const, message }))
    return { ...clause, verdict: 'not-observed' as const, checks }
  })
  const assumptions = KEPT.assumptions.map((one) => ({ ...one, verdict: 'not-observed' as const, message }))
  const page = readPage({ ...KEPT, outcome: 'incomplete', clauses, assumptions })
  const [open = ''] = page.section('Needs attention')?.text.split('What each of them asks') ?? []
  expect(open).toMatch(/[45] clauses, for one cause Nothing was bought/)
  expect(page.section('Assumptions')?.text.split(message)).toHaveLength(2)
  const [, summary = ''] = toMarkdown(harmless({ ...KEPT, assumptions })).split('## Assumptions')
  expect(summary.split(message)).toHaveLength(2)
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

test.each(Object.entries({ BROKEN, CERTIFIED, NOT_CERTIFIED, INCOMPLETE_CERTIFICATION }))(
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
