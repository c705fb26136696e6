import { expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { BROKEN_SERVERS, judgeAll } from './matrix.ts'

test('every clause is broken by at least two servers, and each server has a name of its own', () => {
  const counts = Map.groupBy(BROKEN_SERVERS, ({ breaks }) => breaks)
  const seldom = Object.values(SERVER_CLAUSES).filter(({ id }) => (counts.get(id)?.length ?? 0) < 2)
  expect(seldom.map(({ id }) => id)).toEqual([])
  expect(new Set(BROKEN_SERVERS.map(({ name }) => name)).size).toBe(BROKEN_SERVERS.length)
})

const TRIED = sampleOf(BROKEN_SERVERS, 2)
const judged = new Map((await judgeAll(TRIED)).map((one) => [one.server.name, one]))

test.each(TRIED)('$name: $breaks is broken, and no other clause', ({ name, breaks }) => {
  const { blamed, conditions } = judged.get(name) ?? {}
  // None of them waits for how a request is written.
  expect({ blamed, conditions }).toEqual({ blamed: [breaks], conditions: [] })
})
