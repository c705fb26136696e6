import { describe, expect, test } from 'vitest'
import { type Report, reportSchema } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toBadge } from '../badge.ts'
import { everywhere, oneByOne } from '../html/every-text.fixture.ts'
import { toHtml } from '../html/page.ts'
import { CERTIFIED } from '../html/sample-certificates.fixture.ts'
import { INDEPENDENT_MATRIX, MATRIX } from '../html/sample-matrix.fixture.ts'
import { KEPT } from '../html/sample-reports.fixture.ts'
import { CERTIFICATE_STYLESHEET } from '../html/style/stylesheet.ts'
import { toMarkdown } from './markdown.ts'
import { dependenceWords, variantTally } from './variant-words.ts'

const markupOf = (report: Report) => toHtml(harmless(report)).replace(CERTIFICATE_STYLESHEET, '')
const textOf = (report: Report) =>
  markupOf(report)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const rows = MATRIX.variants ?? []

test('the samples are reports', () => {
  for (const report of [MATRIX, INDEPENDENT_MATRIX]) expect(reportSchema.parse(report)).toEqual(report)
})

test('a matrix of assumptions is no verdict, in every rendering', () => {
  expect(toMarkdown(harmless(MATRIX))).toMatch(/^# Partner Purchase API: no verdict\n/)
  expect(toBadge(harmless(MATRIX))).toContain(': no verdict</title>')
  expect(markupOf(MATRIX)).toMatch(/class="verdict incomplete">.*<span>no verdict<\/span><\/h1>/)
  expect(textOf(MATRIX)).toContain('This is information, and no verdict')
  for (const text of [toMarkdown(harmless(MATRIX)), textOf(MATRIX)])
    expect(text).not.toMatch(/certified|clauses kept/i)
})

test('what a matrix came to is counted in one sentence', () => {
  expect(variantTally(rows)).toBe('5 other answers: 2 independent, 2 that it depends on, 1 not observed')
  expect(textOf(MATRIX)).toContain('This client depends on an assumption in 2 places of 5')
})

test('where the client broke a must on the way, that is called its fault', () => {
  expect(textOf(MATRIX)).toContain('none is a fault of the client')
  const message = 'It broke a must: waits-poll-after.'
  const remarks = [{ id: 'broken-must', message, scenario: 'SCENARIO-PROCESSING' }]
  for (const text of [toMarkdown(harmless({ ...MATRIX, remarks })), textOf({ ...MATRIX, remarks })]) {
    expect(text).not.toContain('none is a fault of the client')
    expect(text).toContain('that is a fault of the client: certify it first')
    expect(text).toContain(message)
  }
})

test('of a client that met nothing, nothing is said', () => {
  const unseen = rows.map((row) => ({ ...row, verdict: 'not-observed' as const }))
  expect(textOf({ ...MATRIX, variants: unseen })).toContain('This client met none of the other answers')
})

test('a dependence names the assumption, its key, where that is from, and where it is read', () => {
  expect(rows.filter(({ verdict }) => verdict === 'depends').map(dependenceWords)).toEqual([
    'It depends on settled-states: the profile answers that by `states` (assumed), and it is read in the status of a summary, at `data.order.order` and `data.order`.',
    'It depends on what the reference does not touch upon: no key of the profile answers that, and it is read in the headers of every answer.',
  ])
})

describe('the page of a matrix', () => {
  test('tells the dependences first, and what was seen of each', () => {
    const attention = /id="attention"[\s\S]*?<\/section>/.exec(markupOf(MATRIX))?.[0] ?? ''
    const ids = [...attention.matchAll(/<p class="name"><a href="#([^"]+)"/g)].map(([, id = '']) => id)
    expect(ids.map(decodeURIComponent)).toEqual([
      'variant/another-success-state',
      'variant/content-type-charset',
    ])
    expect(attention).toContain('it is read in the status of a summary, at <code>data.order.order</code>')
    expect(attention).toContain('it exited with 1 after the settled summary')
  })

  test('says so where there is none', () => {
    expect(textOf(INDEPENDENT_MATRIX)).toContain('Nothing: the client was not seen to depend on an answer.')
  })

  test('has a row for each other answer, and every link leads somewhere', () => {
    const page = markupOf(MATRIX)
    expect(page.match(/<tr role="row" id="variant\//g)).toHaveLength(rows.length)
    for (const [, id = ''] of page.matchAll(/href="#([^"]*)"/g))
      expect(page).toContain(`id="${decodeURIComponent(id)}"`)
  })
})

test('the summary has a row for each other answer, and each dependence in full', () => {
  const text = toMarkdown(harmless(MATRIX))
  expect(text).toContain(
    '| ✅ independent | product-fields, price-fields, balance-fields | Every object in the answers to reads has fields that nobody listed. |  |',
  )
  expect(text).toMatch(
    /### another-success-state\n\nIt depends on settled-states: the profile answers that by `states`/,
  )
  expect(text).not.toMatch(/\| clause \||## Assumptions/)
})

test('any other run says nothing of other answers', () => {
  for (const report of [KEPT, CERTIFIED])
    for (const text of [toHtml(harmless(report)), toMarkdown(harmless(report))])
      expect(text).not.toMatch(/other answers|variant\//i)
})

test('whatever stands in a row is text, without a key', () => {
  const hostile = `MARK</style><script>alert(1)</script>"'\u0000\u202e pk_test_abcdefgh`
  const inRows = [...oneByOne(MATRIX, hostile), everywhere(MATRIX, hostile)].map(({ variants }) => ({
    ...MATRIX,
    variants,
  }))
  expect(inRows.length).toBeGreaterThan(30)
  for (const report of inRows) {
    expect(toHtml(harmless(report))).not.toMatch(/<script|abcdefgh|\p{Bidi_Control}/u)
    // What stands between backticks is code, and no markup.
    expect(toMarkdown(harmless(report)).replaceAll(/`[^`]*`/g, '')).not.toMatch(
      /(?<!\\)<script|abcdefgh|\p{Bidi_Control}/u,
    )
  }
})
