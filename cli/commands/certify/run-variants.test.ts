import { expect, test } from 'vitest'
import { harmless } from '../../../contract/text/harmless.ts'
import { INDEPENDENT_MATRIX, MATRIX } from '../../../reporting/html/sample-matrix.fixture.ts'
import { plain } from '../../terminal/terminal.ts'
import { renderVariants } from './run-variants.ts'

test.each([60, 100, 120])(
  'the table keeps within %i columns, and its verdicts are in one column',
  (width) => {
    const lines = renderVariants(harmless(MATRIX), { paint: plain, width }).split('\n')
    expect(lines.filter((line) => line.length > width)).toEqual([])
    const verdicts = lines.filter((line) => /^. (?:independent|depends|not observed) /.test(line))
    expect(verdicts.map((line) => line.slice(16).search(/\S/))).toEqual([0, 0, 0, 0, 0])
  },
)

test('a matrix without a dependence says so, and is not a verdict either', () => {
  const text = renderVariants(harmless(INDEPENDENT_MATRIX), { paint: plain, width: 100 })
  expect(text).toContain('With every other answer that it received, this client did the same as without it.')
  expect(text).toContain('NO VERDICT')
  expect(text).not.toContain('It depends on')
})
