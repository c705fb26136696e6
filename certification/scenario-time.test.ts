import { expect, test } from 'vitest'
import { SCENARIOS, type ScenarioSku } from '../fixtures/scenarios.ts'
import { secondsOf } from './scenario-time.ts'

test.for([
  ['SCENARIO-AT-ONCE', 0],
  ['SCENARIO-UNUSUAL-PACE', 9],
  ['SCENARIO-STALLED', 90],
  ['SCENARIO-LOST-AND-LATE', 3],
  ['SCENARIO-LOOKUP-LATE', 4],
  ['SCENARIO-RATE-LIMITED', 2],
  ['SCENARIO-WITHDRAWN', 0],
  ['SCENARIO-TWO-PACES', 7],
] as const satisfies [ScenarioSku, number][])('%s takes at least %d seconds', ([sku, seconds]) => {
  expect(SCENARIOS.filter((scenario) => scenario.sku === sku).map(secondsOf)).toEqual([seconds])
})
