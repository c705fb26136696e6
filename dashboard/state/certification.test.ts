import { expect, test } from 'vitest'
import { progressWords, withScenario } from './certification.ts'

test('the progress counts what is judged, what is broken first', () => {
  const views = (['kept', 'waiting', 'broken', 'running', 'kept', 'incomplete'] as const).map((state) => ({
    state,
  }))
  expect(progressWords(views)).toBe(
    '4 of 6 scenarios are judged: 1 broken, 1 incomplete, 2 kept, 1 running, 1 waiting',
  )
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
