import { describe, expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../../contract/server-clauses.ts'
import { CONFORMING_SERVERS } from './conforming-servers.ts'
import { judgeServer } from './judge-server.ts'
import { BROKEN_SERVERS, brokenClauses } from './matrix.ts'

describe.concurrent('a broken server is caught by the clause that it breaks, and by no other', () => {
  for (const { name, breaks, change } of BROKEN_SERVERS) {
    test(`${breaks}: ${name}`, { timeout: 60_000 }, async () => {
      expect(brokenClauses(await judgeServer(change()))).toEqual([breaks])
    })
  }
})

describe.concurrent('a server that answers the gaps in another way breaks no clause', () => {
  for (const { name, change } of CONFORMING_SERVERS) {
    test(name, { timeout: 60_000 }, async () => {
      expect(brokenClauses(await judgeServer(change()))).toEqual([])
    })
  }
})

test('the mock itself keeps every clause, and leaves none unobserved', async () => {
  const { verdicts, results } = await judgeServer((request, forward) => forward(request))
  expect([...new Set(verdicts.values())]).toEqual(['kept'])
  expect(results.filter(({ fault }) => fault !== null)).toEqual([])
})

test('every clause is broken by at least one server', () => {
  const broken = new Set(BROKEN_SERVERS.map(({ breaks }) => breaks))
  expect(Object.keys(SERVER_CLAUSES).filter((id) => !broken.has(id as never))).toEqual([])
})
