import fc from 'fast-check'
import { expect } from 'vitest'
import type { Course } from '../../contract/scenario/scenario.ts'
import { type Order, releasedAt } from './order.ts'
import type { TimeChange } from './sandbox-clock.ts'
import type { Placement, Purchase, Store } from './store.ts'

const OPENING = 10_000
const COURSES: readonly Course[] = [
  { processing: [], settles: 'success' },
  { processing: [], settles: 'failure' },
  { processing: [{ forSeconds: 2, pollAfterSeconds: 1 }], settles: 'failure' },
  { processing: [{ forSeconds: 5, pollAfterSeconds: 1 }], settles: 'success' },
]

/** A purchase of one of few references and SKUs, so that they collide, some time after the one before. */
export type Attempt = Purchase & { readonly afterMs: number }

/** Purchases with colliding references and SKUs. */
export const attempts: fc.Arbitrary<Attempt[]> = fc.array(
  fc
    .record({
      partnerReference: fc.constantFrom('TEST:1', 'TEST:2', 'TEST:3', 'TEST:4', 'TEST:5'),
      sku: fc.constantFrom('CARD', 'OTHER'),
      price: fc.constantFrom(0, 100, 2_500, 6_000, 10_001),
      course: fc.constantFrom(...COURSES),
      isRevoking: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
      afterMs: fc.constantFrom(0, 1, 500, 1_999, 2_000),
    })
    .map(({ isRevoking, ...attempt }) => ({ ...attempt, ...(isRevoking && { revokesKey: true as const }) })),
  { maxLength: 40 },
)

/** Changes of a sandbox's time, during which no time passes. */
export const changes: fc.Arbitrary<TimeChange[]> = fc.array(
  fc.oneof(
    fc.constantFrom<TimeChange>({ freeze: true }, { resume: true }),
    fc.constantFrom(0.5, 1, 60).map((speed) => ({ speed })),
    fc.constantFrom(0, 0.25, 3).map((advanceSeconds) => ({ advanceSeconds })),
  ),
  { maxLength: 20 },
)

/** The opening balance, less every charge that has not been given back. */
function expectedBalance(recorded: readonly Order[], now: number): number {
  const charges = recorded.filter((order) => (releasedAt(order) ?? Number.POSITIVE_INFINITY) > now)
  return OPENING - charges.reduce((sum, { price }) => sum + price, 0)
}

/** The expected outcome of a purchase, from the orders that were recorded before it. */
function expectedPlacement(recorded: readonly Order[], order: Order): Placement {
  if (recorded.some(({ revokesKey }) => revokesKey)) return { kind: 'revoked' }
  const known = recorded.find(({ partnerReference }) => partnerReference === order.partnerReference)
  if (known !== undefined) return { kind: known.sku === order.sku ? 'replayed' : 'conflict', order: known }
  const available = expectedBalance(recorded, order.placedAt)
  return available < order.price ? { kind: 'insufficient-balance', available } : { kind: 'recorded', order }
}

function newAccount() {
  return { sandbox: `pk_test_${crypto.randomUUID()}`, openingBalance: OPENING }
}

/** Makes purchases one after another, in a sandbox that the test advances, and compares the store with the model. */
export async function followModel(store: Store, list: readonly Attempt[]): Promise<void> {
  const account = newAccount()
  const recorded: Order[] = []
  let { now } = await store.changeTime(account, { freeze: true })
  for (const { afterMs, ...purchase } of list) {
    now += afterMs
    expect((await store.changeTime(account, { advanceSeconds: afterMs / 1000 })).now).toBe(now)
    const expected = expectedPlacement(recorded, { ...purchase, placedAt: now })
    const { placement, ...state } = await store.placeOrder(account, purchase)
    expect(placement).toEqual(expected)
    if (expected.kind === 'recorded') recorded.push(expected.order)
    const isRevoked = recorded.some(({ revokesKey }) => revokesKey)
    expect(state).toEqual({ now, isFrozen: true, speed: 1, isRevoked })
    expect((await store.balance(account)).available).toBe(expectedBalance(recorded, now))
  }
}

/** Makes purchases in the random order of a scheduler, and compares the end with the model. */
export async function followInterleaved(
  store: Store,
  list: readonly Attempt[],
  scheduler: fc.Scheduler,
): Promise<void> {
  const account = newAccount()
  const { now } = await store.changeTime(account, { freeze: true })
  const wake = scheduler.scheduleFunction(async () => {})
  const calls = list.map(async ({ afterMs: _, ...purchase }) => {
    await wake()
    const { placement } = await store.placeOrder(account, purchase)
    await wake()
    const { available } = await store.balance(account)
    return { placement, available }
  })
  await scheduler.waitFor(Promise.all(calls))
  const results = await Promise.all(calls)
  const recorded = results.flatMap(({ placement }) =>
    placement.kind === 'recorded' ? [placement.order] : [],
  )
  expect(new Set(recorded.map(({ partnerReference }) => partnerReference)).size).toBe(recorded.length)
  expect((await store.balance(account)).available).toBe(expectedBalance(recorded, now))
  expect(Math.min(OPENING, ...results.map(({ available }) => available))).toBeGreaterThanOrEqual(0)
}

/**
 * Changes a sandbox's time, lets the clock pass a second after each change, and compares the store with the model.
 *
 * @param pass advances the clock of the store.
 */
export async function followTime(
  store: Store,
  list: readonly TimeChange[],
  pass: (milliseconds: number) => void,
): Promise<void> {
  const account = newAccount()
  let { now: expected } = await store.enter(account)
  let [isFrozen, speed] = [false, 1]
  for (const change of list) {
    if ('advanceSeconds' in change) expected += change.advanceSeconds * 1000
    else if ('speed' in change) speed = change.speed
    else isFrozen = 'freeze' in change
    expect(await store.changeTime(account, change)).toEqual({
      now: expected,
      isFrozen,
      speed,
      isRevoked: false,
    })
    pass(1_000)
    expected += isFrozen ? 0 : 1_000 * speed
    expect((await store.enter(account)).now).toBe(expected)
  }
}
