import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import { misjudged, wronged } from './judged-rightly.ts'
import { CELLS, judgeCells, judgeVariations, VARIATIONS } from './table.ts'

const cells = await judgeCells(CELLS)
const variations = await judgeVariations(VARIATIONS)

describe('a client with one mistake breaks exactly the expected clauses', () => {
  for (const judged of cells) test(judged.cell.name, () => expect(misjudged(judged)).toBeUndefined())
})

describe('a correct client keeps every clause, unless it answers a gap differently from the profile', () => {
  for (const judged of variations) test(judged.variation.says, () => expect(wronged(judged)).toBeUndefined())
})

test('every clause that binds a client is broken by some client with a mistake', () => {
  const blamed = CELLS.flatMap(({ expected }) => expected.blames)
  expect(Object.keys(CLIENT_CLAUSES).filter((id) => !blamed.some((one) => one === id))).toEqual([])
})

test('every cell of the table has its own name', () => {
  expect(new Set(CELLS.map(({ name }) => name)).size).toBe(CELLS.length)
})
