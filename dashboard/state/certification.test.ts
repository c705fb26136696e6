import { expect, test } from 'vitest'
import { progressWords, seenIn, withScenario } from './certification.ts'
import { exchangeWith } from './exchange.fixture.ts'

test('the progress counts what is judged, what is broken first', () => {
  const views = (['kept', 'waiting', 'broken', 'running', 'kept', 'incomplete'] as const).map((state) => ({
    state,
  }))
  expect(progressWords(views)).toBe(
    '4 of 6 scenarios are judged: 1 broken, 1 incomplete, 2 kept, 1 running, 1 waiting',
  )
})

test('of each scenario the exchanges are counted, and the last one is known', () => {
  const exchanges = ['A', 'B', 'A'].map((partner, seq) => exchangeWith({ seq, partner }))
  const seen = seenIn(exchanges)
  expect([...seen].map(([partner, { count, last }]) => [partner, count, last.seq])).toEqual([
    ['A', 2, 2],
    ['B', 1, 1],
  ])
})

test('a scenario of which more is known stays where it is', () => {
  const view = { name: '', story: '', startedAt: null, note: null, clauses: [], report: null }
  const known = ['A', 'B'].reduce(
    (scenarios, sku) => withScenario(scenarios, { ...view, sku, state: 'waiting' }),
    new Map(),
  )
  const later = withScenario(known, { ...view, sku: 'A', state: 'kept' })
  expect([...later].map(([sku, { state }]) => [sku, state])).toEqual([
    ['A', 'kept'],
    ['B', 'waiting'],
  ])
})
