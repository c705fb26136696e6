import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../../contract/server-clauses.ts'
import { CONFORMING_SERVERS } from './conforming-servers.ts'
import { judgeServer } from './judge-server.ts'
import { BROKEN_SERVERS, brokenClauses, judgeAll, matrixPage } from './matrix.ts'

const rows = await judgeAll()

function judged(name: string) {
  const row = rows.find((one) => one.name === name)
  if (row === undefined) throw new Error(`The matrix has no row for ${name}.`)
  return brokenClauses(row)
}

describe('a broken server is caught by the clause that it breaks, and by no other', () => {
  for (const { name, breaks } of BROKEN_SERVERS) {
    test(`${breaks}: ${name}`, () => expect(judged(name)).toEqual([breaks]))
  }
})

describe('a server that answers the gaps in another way breaks no clause', () => {
  for (const { name } of CONFORMING_SERVERS) test(name, () => expect(judged(name)).toEqual([]))
})

test('the mock itself keeps every clause, and leaves none unobserved', async () => {
  const { verdicts, results } = await judgeServer((request, forward) => forward(request))
  expect([...new Set(verdicts.values())]).toEqual(['kept'])
  expect(results.filter(({ fault }) => fault !== null)).toEqual([])
})

test('every clause is broken by at least one server', () => {
  const broken = new Set<string>(BROKEN_SERVERS.map(({ breaks }) => breaks))
  expect(Object.keys(SERVER_CLAUSES).filter((id) => !broken.has(id))).toEqual([])
})

test('the published matrix is up to date', () => {
  const page = new URL('../../docs/kill-matrix.md', import.meta.url)
  expect(readFileSync(page, 'utf8'), 'run: npm run matrix -- --write').toBe(matrixPage(rows))
})
