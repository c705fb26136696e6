import { expect, test } from 'vitest'
import { targetTable } from './target-table.ts'

test('a target is reached at its bound, from above and from below', () => {
  const text = targetTable([
    { what: 'least', atLeast: 0.5, found: 0.5 },
    { what: 'too little', atLeast: 0.5, found: 0.49 },
    { what: 'most', atMost: 2, found: 2 },
    { what: 'too much', atMost: 2, found: 2.01 },
  ])
  expect(text).toContain('| least | ≥ 0.50 | 0.50 | reached |')
  expect(text).toContain('| too little | ≥ 0.50 | 0.49 | **missed** |')
  expect(text).toContain('| most | ≤ 2.00 | 2.00 | reached |')
  expect(text).toContain('| too much | ≤ 2.00 | 2.01 | **missed** |')
})

test('a target that is counted has no decimals', () => {
  expect(targetTable([{ what: 'a', atMost: 0, found: 1, decimals: 0 }])).toContain('| a | ≤ 0 | 1 |')
})

test('what was not measured is neither reached nor missed', () => {
  expect(targetTable([{ what: 'a', atMost: 2, found: Number.NaN }])).toContain('| a | ≤ 2.00 | – | – |')
})
