import fc from 'fast-check'
import { expect } from 'vitest'
import type { Course } from '../contract/scenario.ts'
import { type Order, releasedAt } from './order.ts'
import type { Placement, Store } from './store.ts'

const OPENING = 10_000
const COURSES: readonly Course[] = [
  { processing: [], settles: 'success' },
  { processing: [], settles: 'failure' },
  { processing: [{ forSeconds: 2, pollAfterSeconds: 1 }], settles: 'failure' },
  { processing: [{ forSeconds: 5, pollAfterSeconds: 1 }], settles: 'success' },
]

/** A purchase of one of few references and SKUs, so that they meet, some time after the one before. */
export type Attempt = Pick<Order, 'partnerReference' | 'sku' | 'price' | 'course'> & {
  readonly afterMs: number
}

/** Purchases that meet in their references and SKUs. */
export const attempts: fc.Arbitrary<Attempt[]> = fc.array(
  fc.record({
    partnerReference: fc.constantFrom('TEST:1', 'TEST:2', 'TEST:3', 'TEST:4', 'TEST:5'),
    sku: fc.constantFrom('CARD', 'OTHER'),
    price: fc.constantFrom(0, 100, 2_500, 6_000, 10_001),
    course: fc.constantFrom(...COURSES),
    afterMs: fc.constantFrom(0, 1, 500, 1_999, 2_000),
  }),
  { maxLength: 40 },
)

/** The opening balance, less every charge that has not been given back. */
function expectedBalance(recorded: readonly Order[], now: number): number {
  const charges = recorded.filter((order) => (releasedAt(order) ?? Number.POSITIVE_INFINITY) > now)
  return OPENING - charges.reduce((sum, { price }) => sum + price, 0)
}

/** What a purchase must come to, from the orders that were recorded before it. */
function expectedPlacement(recorded: readonly Order[], order: Order): Placement {
  const known = recorded.find(({ partnerReference }) => partnerReference === order.partnerReference)
  if (known !== undefined) return { kind: known.sku === order.sku ? 'replayed' : 'conflict', order: known }
  const available = expectedBalance(recorded, order.placedAt)
  return available < order.price ? { kind: 'insufficient-balance', available } : { kind: 'recorded', order }
}

/** Makes purchases one after another, and holds the store against the model after each. */
export async function followModel(store: Store, list: readonly Attempt[]): Promise<void> {
  const account = { world: crypto.randomUUID(), openingBalance: OPENING }
  const recorded: Order[] = []
  let now = Date.UTC(2026, 0, 1)
  for (const { afterMs, ...attempt } of list) {
    now += afterMs
    const order = { ...attempt, placedAt: now }
    const expected = expectedPlacement(recorded, order)
    expect(await store.placeOrder(account, order)).toEqual(expected)
    if (expected.kind === 'recorded') recorded.push(order)
    expect(await store.balance(account, now)).toBe(expectedBalance(recorded, now))
  }
}

/** Makes purchases in whatever order a scheduler wakes their callers, and holds the end against the model. */
export async function followInterleaved(
  store: Store,
  list: readonly Attempt[],
  scheduler: fc.Scheduler,
): Promise<void> {
  const account = { world: crypto.randomUUID(), openingBalance: OPENING }
  const now = Date.UTC(2026, 0, 1)
  const wake = scheduler.scheduleFunction(async () => {})
  const calls = list.map(async ({ afterMs, ...attempt }) => {
    await wake()
    const placement = await store.placeOrder(account, { ...attempt, placedAt: now })
    await wake()
    const balance = await store.balance(account, now)
    return { placement, balance }
  })
  await scheduler.waitFor(Promise.all(calls))
  const results = await Promise.all(calls)
  const recorded = results.flatMap(({ placement }) =>
    placement.kind === 'recorded' ? [placement.order] : [],
  )
  expect(new Set(recorded.map(({ partnerReference }) => partnerReference)).size).toBe(recorded.length)
  expect(await store.balance(account, now)).toBe(expectedBalance(recorded, now))
  expect(Math.min(OPENING, ...results.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0)
}
