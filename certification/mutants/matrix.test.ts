import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../../contract/client-clauses.ts'
import { misjudged, wronged } from './render-table.ts'
import { CELLS, judgeCells, judgeVariations } from './table.ts'
import { VARIATIONS, WRONGED } from './variations.ts'

const cells = await judgeCells(CELLS)
const variations = await judgeVariations(VARIATIONS)
const blamedToday = await judgeVariations(WRONGED)

/** Mistakes that are not blamed rightly today; once one is, its name goes. */
const OPEN = [
  'sends the SKU twice',
  'looks up a reference in another case',
  'two references at the same time: always',
]
const isOpen = (name: string) =>
  OPEN.some((open) => name.includes(open)) ||
  name.includes('one reference for both purchases: the second of two purchases at')

describe('a client with one mistake is blamed for it, and for nothing else', () => {
  for (const judged of cells) {
    const { name } = judged.cell
    ;(isOpen(name) ? test.fails : test)(name, () => expect(misjudged(judged)).toBeUndefined())
  }
})

describe('a good client keeps every clause in every scenario', () => {
  for (const judged of variations) test(judged.variation.says, () => expect(wronged(judged)).toBeUndefined())
})

describe('a good client is blamed wrongly; once it is not, it belongs to the ones above', () => {
  for (const judged of blamedToday)
    test.fails(judged.variation.says, () => expect(wronged(judged)).toBeUndefined())
})

test('every clause that binds a client is broken by some cell', () => {
  const blamed = CELLS.flatMap(({ expected }) => ('blames' in expected ? expected.blames : []))
  expect(Object.keys(CLIENT_CLAUSES).filter((id) => !blamed.some((one) => one === id))).toEqual([])
})

test('no two cells have one name', () => {
  expect(new Set(CELLS.map(({ name }) => name)).size).toBe(CELLS.length)
})
