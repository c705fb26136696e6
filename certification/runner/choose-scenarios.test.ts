import { expect, test } from 'vitest'
import { SCENARIOS, type ScenarioSku } from '../../fixtures/scenarios.ts'
import { chooseScenarios, UnknownScenarioError } from './choose-scenarios.ts'

const CUT: ScenarioSku = 'SCENARIO-CUT'
const LONG: ScenarioSku = 'SCENARIO-LONG'

test.for([
  [[CUT, LONG]],
  [['scenario-cut', 'Long']],
  [['cut,long']],
  [[' CUT , Scenario-Long,', 'cut']],
] as const)('%j names two scenarios, in the order of the table', ([only]) => {
  expect(chooseScenarios(SCENARIOS, only).map(({ sku }) => sku)).toEqual([LONG, CUT])
})

test.for([
  [['cut,lnog'], 'lnog'],
  [['SCENARIO-'], 'SCENARIO-'],
  [[','], ','],
] as const)('%j names one that is not there', ([only, asked]) => {
  expect(() => chooseScenarios(SCENARIOS, only)).toThrow(expect.objectContaining({ asked }))
  expect(() => chooseScenarios(SCENARIOS, only)).toThrow(UnknownScenarioError)
})

test('a SKU may have a comma in it', () => {
  const [own] = SCENARIOS.map((scenario) => ({ ...scenario, sku: 'CUT,LONG' }))
  if (own === undefined) throw new Error('There are no scenarios.')
  expect(chooseScenarios([...SCENARIOS, own], ['cut,long'])).toEqual([own])
})
