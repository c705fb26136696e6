import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

/** The summary of a purchase, at its own position (§4.1). */
async function purchaseIn(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { data: { order: { order?: unknown } } }).data.order.order
}

test('a card without a scenario is settled in its own answer', async () => {
  const card = CATALOGUE.find(({ brand }) => brand !== 'Scenario')
  const sandbox = openSandbox(inProcess(createApp({ clock: manualClock() })))
  expect(await purchaseIn(await sandbox.buy(card?.sku ?? ''))).toEqual({ status: 'COMPLETED' })
})

test('a scenario of the caller’s own is followed by the SKU that it names', async () => {
  const course = { processing: [{ forSeconds: 1, pollAfterSeconds: 7 }], settles: 'failure' } as const
  const own = { sku: 'SCENARIO-AT-ONCE', name: 'own', story: 'Its own.', clauses: [], course }
  const sandbox = openSandbox(inProcess(createApp({ scenarios: [own] })))
  expect(await purchaseIn(await sandbox.buy('SCENARIO-AT-ONCE'))).toEqual({
    status: 'PROCESSING',
    pollAfterSeconds: 7,
  })
})
