import { expect, test } from 'vitest'
import type { Connections } from '../connections.ts'
import { connectionsSection } from './connections-section.ts'

const samples = (p99s: readonly number[]) => p99s.map((p99Ms) => ({ p50Ms: 1, p99Ms }))

const FOUND: Connections = {
  kept: 1000,
  slow: 100,
  limit: 4096,
  requestsPerSecond: 2000,
  without: samples([1, 2, 3]),
  with: samples([2, 4, 6]),
  slowClosed: 7,
  lost: 0,
}

test('slow connections may double the p99 of the others, round by round, and no more', () => {
  const slower = { ...FOUND, with: samples([2.1, 4.2, 6.3]) }
  expect(connectionsSection(FOUND)).toContain(
    '| p99 with slow ones, to that without | ≤ 2.00 | 2.00 | reached |',
  )
  expect(connectionsSection(slower)).toContain('| ≤ 2.00 | 2.10 | **missed** |')
})

test('a connection that is lost below the limit misses a target', () => {
  const row = '| connections refused or lost below the limit | ≤ 0 |'
  expect(connectionsSection(FOUND)).toContain(`${row} 0 | reached |`)
  expect(connectionsSection({ ...FOUND, lost: 1 })).toContain(`${row} 1 | **missed** |`)
})

test('it is told how many of the slow ones were closed', () => {
  expect(connectionsSection(FOUND)).toContain('7 slow ones were closed')
})
