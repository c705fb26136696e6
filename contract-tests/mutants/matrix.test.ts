import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { CELLS, KEY_CELLS } from './cells/cells.ts'
import { BROKEN_SERVERS } from './matrix.ts'
import { serverMatrixPage } from './server-matrix-page.ts'

const seen = BROKEN_SERVERS.filter((server) => server.detection.seenBy !== null)

test('every clause is broken by at least one server that a run sees', () => {
  const broken = new Set<string>(seen.map(({ breaks }) => breaks))
  expect(Object.keys(SERVER_CLAUSES).filter((id) => !broken.has(id))).toEqual([])
})

test('at least 150 servers each wait for a different condition', () => {
  const names = [...CELLS, ...KEY_CELLS].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(150)
})

test('the published matrix is up to date', () => {
  const page = new URL('../../docs/maintainers/kill-matrix.md', import.meta.url)
  expect(readFileSync(page, 'utf8'), 'run: npm run matrix -- --write').toBe(serverMatrixPage())
})
