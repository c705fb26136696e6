import { expect, test } from 'vitest'
import type { ScenarioInput } from '../../../../contract/scenario/scenario.ts'
import { completeScenario } from '../../../../fixtures/scenarios.ts'
import { RemainingTime } from './live-list.ts'

/** A scenario that takes so many seconds. */
const lasting = (forSeconds: number, faults: ScenarioInput['faults'] = []) =>
  completeScenario({
    faults,
    sku: `S${forSeconds}`,
    name: 'a card',
    story: 'It is settled.',
    course: { processing: [{ forSeconds, pollAfterSeconds: 1 }], settles: 'success' },
  })

const TABLE = [lasting(2), lasting(10), lasting(4)]

/** A run whose client takes a second to start, as its preflight showed. */
function afterPreflight(jobs?: number): RemainingTime {
  const time = new RemainingTime(TABLE, jobs)
  time.start('preflight', 0)
  time.see('preflight', 1_000)
  time.end('preflight')
  return time
}

test('side by side, a run takes as long as its longest scenario, and starts come one after another', () => {
  expect(afterPreflight().seconds(1_000)).toBe(11)
  const manyShort = new RemainingTime(Array.from({ length: 30 }, (_, index) => lasting(1 + index / 100)))
  manyShort.start('preflight', 0)
  manyShort.see('preflight', 1_000)
  expect(manyShort.seconds(1_000)).toBeGreaterThanOrEqual(31)
})

test('one after another, it takes as long as all of them', () => {
  expect(afterPreflight(1).seconds(1_000)).toBe(2 + 10 + 4 + 3)
})

test('what has passed is not left, and a scenario that takes longer is about to end', () => {
  const time = afterPreflight()
  for (const { sku } of TABLE) time.start(sku, 1_000)
  for (const { sku } of TABLE) time.see(sku, 2_000)
  expect(time.seconds(6_000)).toBe(6)
  time.end('S2')
  time.end('S4')
  expect(time.seconds(100_000)).toBe(1)
})

test('an answer that stalls for longer than clients wait is not waited for', () => {
  const stalls = [{ at: 'after-recording', does: { kind: 'stall', seconds: 90 } }] as const
  expect(new RemainingTime([lasting(1, stalls)]).seconds(0)).toBeLessThan(15)
})
