import { expect, test } from 'vitest'
import type { PostgresRates } from '../postgres/measure.ts'
import { postgresSection } from './postgres-section.ts'

const FOUND: PostgresRates = {
  seconds: 2,
  connections: 10,
  clients: 100,
  overHttp: [1000, 2000, 3000],
  pgbench: [
    { name: 'an order and its balance', rates: [2000, 4000, 6000] },
    { name: 'an order, and nothing else', rates: [4000, 5000, 12_000] },
  ],
}

test('purchases are told a second, and as a share of what the database does alone, round by round', () => {
  const text = postgresSection(FOUND)
  expect(text).toContain('| purchases over HTTP | 2,000 | – |')
  expect(text).toContain('| pgbench: an order and its balance | 4,000 | 0.50 |')
  expect(text).toContain('| pgbench: an order, and nothing else | 5,000 | 0.25 |')
})

test('half of what pgbench reaches is aimed at, by either statement', () => {
  const text = postgresSection(FOUND)
  expect(text).toContain('to pgbench: an order and its balance | ≥ 0.50 | 0.50 | reached |')
  expect(text).toContain('to pgbench: an order, and nothing else | ≥ 0.50 | 0.25 | **missed** |')
})

test('where there is no pgbench, that is said, and nothing is judged', () => {
  const text = postgresSection({ ...FOUND, pgbench: null })
  expect(text).toContain('no `pgbench` on the PATH')
  expect(text).toContain('| purchases over HTTP | 2,000 | – |')
  expect(text).not.toMatch(/reached|missed/)
})
