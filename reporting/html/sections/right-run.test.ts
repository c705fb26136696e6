import { expect, test } from 'vitest'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { AT_ONCE } from '../sample-scenarios.fixture.ts'
import { rightRun } from './scenarios.ts'

test.for(SCENARIOS.map(({ sku, name }) => ({ sku, name })))(
  '$sku has a run to learn from',
  ({ sku, name }) => {
    const drawn = rightRun({ ...AT_ONCE, sku, name })?.source
    expect(drawn).toContain('The same scenario, done right')
    expect(drawn).toContain('/products')
    expect(drawn).not.toContain('✕')
  },
)

test('a run shows the pace that the service asked for, also with a fraction', () => {
  const fraction = { ...AT_ONCE, sku: 'SCENARIO-FRACTION', name: 'pollAfterSeconds has a fraction' }
  expect(rightRun(fraction)?.source).toContain('pollAfterSeconds 1.5')
})

test('a scenario of a user has none, also under the SKU of another', () => {
  const [first] = SCENARIOS
  expect(rightRun({ ...AT_ONCE, sku: 'MY-OWN', name: 'my own' })).toBeNull()
  expect(rightRun({ ...AT_ONCE, sku: first?.sku ?? '', name: 'my own' })).toBeNull()
})
