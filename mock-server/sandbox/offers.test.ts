import { expect, test } from 'vitest'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { scenariosBySku } from './offers.ts'

const [BUILT_IN = expect.fail('There are no scenarios.')] = SCENARIOS

test('a scenario that does not fit its schema is refused, also if it is similar to one of the kit', () => {
  expect(() => scenariosBySku([{ ...BUILT_IN, price: 0 }])).toThrow(
    'a whole number of minor units, at least 1',
  )
})

test('what a scenario leaves out is filled in', () => {
  const { sku, name, story, course } = BUILT_IN
  expect(scenariosBySku([{ sku, name, story, course }])(sku)).toMatchObject({ faults: [], purchases: 1 })
})
