import { expect, test } from 'vitest'
import { exchange } from '../../../../certification/testing/exchange.fixture.ts'
import { RunExchanges } from './shown-certification.ts'

const UNDER_WAY = exchange({ seq: 0, partner: null, delivery: null })
const DELIVERED = exchange({ seq: 0, partner: null })

test('the exchanges of several mocks are numbered as they arrive, and each is one, however much becomes known', () => {
  const run = new RunExchanges()
  run.see('A', 'A', UNDER_WAY)
  run.see('B', 'B', DELIVERED)
  const [first] = run.after(-1, 10)
  expect(first?.isComplete).toBe(false)
  run.see('A', 'A', DELIVERED)
  expect(first?.isComplete).toBe(true)
  expect(run.after(-1, 10).map(({ seq, partner }) => [seq, partner])).toEqual([
    [0, 'A'],
    [1, 'B'],
  ])
  expect(run.after(0, 10).map(({ seq }) => seq)).toEqual([1])
  expect(run.latest).toBe(1)
})

test('of very many exchanges the oldest are no longer there', () => {
  const run = new RunExchanges()
  for (let seq = 0; seq < 10_003; seq += 1) run.see('A', 'A', { ...DELIVERED, seq })
  expect(run.after(-1, 1).map(({ seq }) => seq)).toEqual([3])
  expect(run.after(10_000, 5).map(({ seq }) => seq)).toEqual([10_001, 10_002])
})
