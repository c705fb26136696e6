import { expect, test } from 'vitest'
import type { GrowthAt } from '../growth/measure.ts'
import { growthSection } from './growth-section.ts'

function growthAt(orders: number, cost: number): GrowthAt {
  const costs = { purchase: cost, replay: cost, lookup: cost, balance: cost }
  return { orders, store: costs, mock: costs }
}

test('growth is judged by whole calls, from the first size to the last', () => {
  const within = growthSection([{ store: 'memory', sizes: [growthAt(1000, 10), growthAt(1_000_000, 15)] }])
  const beyond = growthSection([{ store: 'memory', sizes: [growthAt(1000, 10), growthAt(1_000_000, 16)] }])
  expect(within).toContain('| lookup, whole call | 10.00 | 15.00 | 1.50 × | reached |')
  expect(beyond).toContain('| lookup, whole call | 10.00 | 16.00 | 1.60 × | **missed** |')
  expect(beyond).toContain('| lookup, store alone | 10.00 | 16.00 | 1.60 × | – |')
})

test('each store has a table of its own, and is judged by itself', () => {
  const text = growthSection([
    { store: 'memory', sizes: [growthAt(1000, 10), growthAt(10_000, 10)] },
    { store: 'SQLite', sizes: [growthAt(1000, 10), growthAt(10_000, 20)] },
  ])
  const [, ofMemory = '', ofSqlite = ''] = text.split('| µs, store: ')
  expect(ofMemory).not.toContain('missed')
  expect(ofSqlite).toContain('| balance, whole call | 10.00 | 20.00 | 2.00 × | **missed** |')
})
