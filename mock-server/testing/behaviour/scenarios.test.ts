import { expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { CATALOGUE } from '../../../fixtures/catalogue.ts'
import { SCENARIOS, type ScenarioSku } from '../../../fixtures/scenarios.ts'
import { createApp } from '../../app.ts'
import { inProcess, openSandbox } from './sandbox.fixture.ts'

type Seen = { readonly status: string; readonly pollAfterSeconds?: number }
type Moment = readonly [atMs: number, seen: Seen]

const processing = (pollAfterSeconds: number): Seen => ({ status: 'PROCESSING', pollAfterSeconds })
const COMPLETED: Seen = { status: 'COMPLETED' }
const FAILED: Seen = { status: 'FAILED' }

/** What a client sees of each scenario, at the edges of its phases. */
const SEEN: Partial<Record<ScenarioSku, readonly Moment[]>> = {
  'SCENARIO-AT-ONCE': [
    [0, COMPLETED],
    [86_400_000, COMPLETED],
  ],
  'SCENARIO-PROCESSING': [
    [0, processing(1)],
    [1_999, processing(1)],
    [2_000, COMPLETED],
  ],
  'SCENARIO-POLL-CHANGES': [
    [0, processing(1)],
    [999, processing(1)],
    [1_000, processing(2)],
    [2_999, processing(2)],
    [3_000, COMPLETED],
  ],
  'SCENARIO-UNUSUAL-PACE': [
    [0, processing(3)],
    [2_999, processing(3)],
    [3_000, processing(5)],
    [7_999, processing(5)],
    [8_000, processing(2)],
    [9_999, processing(2)],
    [10_000, COMPLETED],
  ],
  'SCENARIO-FRACTION': [
    [0, processing(1.5)],
    [4_499, processing(1.5)],
    [4_500, COMPLETED],
  ],
  'SCENARIO-LONG': [
    [0, processing(2)],
    [23_999, processing(2)],
    [24_000, COMPLETED],
  ],
  'SCENARIO-UNKNOWN-STATE': [
    [0, processing(1)],
    [999, processing(1)],
    [1_000, { status: 'ON_HOLD' }],
    [86_400_000, { status: 'ON_HOLD' }],
  ],
  'SCENARIO-TWO-CARDS': [[0, COMPLETED]],
  'SCENARIO-FAILS': [
    [0, processing(1)],
    [2_999, processing(1)],
    [3_000, FAILED],
    [86_400_000, FAILED],
  ],
}

/** The summary of a purchase, at its own position (§4.1). */
async function purchaseIn(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { data: { order: { order?: unknown } } }).data.order.order
}

/** The summary of a lookup, at its own position. */
async function lookupIn(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { data: { order?: unknown } }).data.order
}

const FOLLOWED = SCENARIOS.filter(({ sku }) => SEEN[sku] !== undefined)

test('every scenario whose answers only follow the time is looked at here', () => {
  const rest = SCENARIOS.filter(({ sku }) => SEEN[sku] === undefined)
  const plain = rest.filter(
    ({ faults, extraFields, revokesKey, course, laterCourse, price }) =>
      faults.length === 0 &&
      laterCourse === undefined &&
      !(extraFields || revokesKey) &&
      course.hiddenForSeconds === undefined &&
      price === 2500,
  )
  expect(plain).toEqual([])
})

test.each(FOLLOWED)('$sku: $story', async ({ sku }) => {
  const clock = manualClock()
  const started = clock.now()
  const sandbox = openSandbox(inProcess(createApp({ clock })))
  for (const [atMs, seen] of SEEN[sku] ?? []) {
    clock.advance(started + atMs - clock.now())
    expect(await purchaseIn(await sandbox.buy(sku, 'TEST:1')), `bought, at ${atMs} ms`).toEqual(seen)
    expect(await lookupIn(await sandbox.lookUp('TEST:1')), `looked up, at ${atMs} ms`).toEqual(seen)
  }
})

test('a failed order gives its money back when it fails, and its reference stays taken', async () => {
  const clock = manualClock()
  const sandbox = openSandbox(inProcess(createApp({ clock })))
  await sandbox.buy('SCENARIO-FAILS', 'TEST:1')
  clock.advance(2_999)
  expect(await sandbox.balance()).toBe(497_500)
  clock.advance(1)
  expect(await sandbox.balance()).toBe(500_000)
  expect(await purchaseIn(await sandbox.buy('SCENARIO-FAILS', 'TEST:1'))).toEqual(FAILED)
  expect(await sandbox.balance()).toBe(500_000)
})

test('a card without a scenario is settled in its own answer', async () => {
  const card = CATALOGUE.find(({ brand }) => brand !== 'Scenario')
  const sandbox = openSandbox(inProcess(createApp({ clock: manualClock() })))
  expect(await purchaseIn(await sandbox.buy(card?.sku ?? ''))).toEqual(COMPLETED)
})

test('a scenario of the caller’s own is followed by the SKU that it names', async () => {
  const course = { processing: [{ forSeconds: 1, pollAfterSeconds: 7 }], settles: 'failure' } as const
  const own = { sku: 'SCENARIO-AT-ONCE', name: 'own', story: 'Its own.', clauses: [], course }
  const sandbox = openSandbox(inProcess(createApp({ scenarios: [own] })))
  expect(await purchaseIn(await sandbox.buy('SCENARIO-AT-ONCE'))).toEqual(processing(7))
})
