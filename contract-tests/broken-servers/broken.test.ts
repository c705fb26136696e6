import { expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { BROKEN_SERVERS } from './broken.fixture.ts'

test('each clause that binds a server is broken by a server, and each server has a name of its own', () => {
  const broken = new Set(BROKEN_SERVERS.map(({ breaks }) => breaks))
  expect([...broken].toSorted()).toEqual(Object.keys(SERVER_CLAUSES).toSorted())
  expect(new Set(BROKEN_SERVERS.map(({ name }) => name)).size).toBe(BROKEN_SERVERS.length)
})
