import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import { isFull, sampleOf } from '../../contract/testing/sample.fixture.ts'
import { blocksOf } from './processes/client-matrix-page.ts'
import { misjudged, renderTable, wronged } from './render-table.ts'
import { CELLS, judgeCells, judgeVariations, VARIATIONS } from './table.ts'

const cells = await judgeCells(sampleOf(CELLS))
const variations = await judgeVariations(sampleOf(VARIATIONS))

describe('a client with one mistake breaks the clauses of that mistake, and no other', () => {
  for (const judged of cells) test(judged.cell.name, () => expect(misjudged(judged)).toBeUndefined())
})

describe('a correct client keeps every clause in every scenario, or names the gap that it answers differently', () => {
  for (const judged of variations) test(judged.variation.says, () => expect(wronged(judged)).toBeUndefined())
})

test('every clause that binds a client is broken by some cell', () => {
  const blamed = CELLS.flatMap(({ expected }) => expected.blames)
  expect(Object.keys(CLIENT_CLAUSES).filter((id) => !blamed.some((one) => one === id))).toEqual([])
})

test('no two cells have one name', () => {
  expect(new Set(CELLS.map(({ name }) => name)).size).toBe(CELLS.length)
})

test.runIf(isFull)('the published table is up to date', () => {
  const page = readFileSync(new URL('../../docs/maintainers/client-matrix.md', import.meta.url), 'utf8')
  const { table } = blocksOf(page)
  expect(table, 'run: npm run matrix:clients -- --table --write').toBe(renderTable(cells, variations))
})
