import { expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { toBadge } from '../badge.ts'
import { CERTIFIED } from '../html/sample-certificates.fixture.ts'
import { MATRIX } from '../html/sample-matrix.fixture.ts'
import { KEPT } from '../html/sample-reports.fixture.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { dependenceWords, variantTally } from './variant-words.ts'

const rows = MATRIX.variants ?? []

test('what a matrix came to is counted in one sentence', () => {
  expect(variantTally(rows)).toBe('5 other answers: 2 independent, 2 that it depends on, 1 not observed')
})

test('a dependence names the assumption, its key, its provenance, and where it is read', () => {
  expect(rows.filter(({ verdict }) => verdict === 'depends').map(dependenceWords)).toEqual([
    'It depends on settled-states: the profile answers it with `states` (assumed), and it is read in the status of a summary, at `data.order.order` and `data.order`.',
    'It depends on what the reference does not mention: no key of the profile answers it, and it is read in the headers of every answer.',
  ])
})

test('a matrix of assumptions is not a verdict, in the summary and on the badge', () => {
  expect(toMarkdown(harmless(MATRIX))).toMatch(/^# Partner Purchase API: no verdict\n/)
  expect(toMarkdown(harmless(MATRIX))).not.toMatch(/certified|clauses kept/i)
  expect(toBadge(harmless(MATRIX))).toContain(': no verdict</title>')
})

test('the summary has a row for each other answer, and each dependence in full', () => {
  const text = toMarkdown(harmless(MATRIX))
  expect(text.match(/^\| \S+ (?:independent|depends|not observed) \|/gm)).toHaveLength(rows.length)
  expect(text).toMatch(/### another-success-state\n\nIt depends on settled-states/)
})

test('any other run does not mention other answers', () => {
  for (const report of [KEPT, CERTIFIED])
    expect(toMarkdown(harmless(report))).not.toMatch(/other answers|variant/i)
})
