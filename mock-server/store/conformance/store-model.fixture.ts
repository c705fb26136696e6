import fc from 'fast-check'
import { expect } from 'vitest'
import type { Course } from '../../../contract/scenario/scenario.ts'
import type { OrderedFault, WaitingFault } from '../../../contract/wire/ordered-fault.ts'
import { Account, KeyTime } from '../../../testing/model/account.fixture.ts'
import type { TimeChange } from '../sandbox-clock.ts'
import type { Adjustment, Account as Named, Purchase, Store } from '../store.ts'
import { account, type OpenedStore } from './opened-store.fixture.ts'

const OPENING = 10_000
const PLENTY = 1_000_000
const FAULTS = ['cut', 'lost-after', 'unavailable'] as const satisfies readonly OrderedFault[]
const COURSES: readonly Course[] = [
  { processing: [], settles: 'success' },
  { processing: [], settles: 'failure' },
  { processing: [{ forSeconds: 2, pollAfterSeconds: 1 }], settles: 'failure' },
  {
    processing: [
      { forSeconds: 1, pollAfterSeconds: 1 },
      { forSeconds: 2, pollAfterSeconds: 1 },
    ],
    settles: 'failure',
  },
  {
    processing: [{ forSeconds: 0.5, pollAfterSeconds: 0 }],
    settles: { state: 'ON HOLD' },
    hiddenForSeconds: 1.5,
  },
]

/** What is asked of a store, for one of two sandboxes. */
export type Asked = { readonly of: 0 | 1 } & (
  | { readonly buy: Purchase; readonly isFaultKnown: boolean }
  | { readonly find: string }
  | { readonly count: string }
  | { readonly change: TimeChange }
  | { readonly adjust: Adjustment }
  | { readonly order: WaitingFault }
  | { readonly take: WaitingFault['operation'] }
  | { readonly withdraw: true }
  | { readonly reset: true }
  /** What is in it, besides what every answer says. */
  | { readonly look: true }
  /** The store is closed, and opened again. */
  | { readonly reopen: true }
  /** The clock of the store goes on, in both. */
  | { readonly pass: number }
)

/** Few references, SKUs and subjects, so that they collide. */
const reference = fc.constantFrom('TEST:1', 'TEST:2', 'TEST:3')
const purchase: fc.Arbitrary<Purchase> = fc
  .record({
    partnerReference: reference,
    sku: fc.constantFrom('CARD', 'CARD', 'OTHER'),
    price: fc.constantFrom(0, 100, 2_500, 6_000, 10_000, 10_001),
    course: fc.constantFrom(...COURSES),
    isRevoking: fc.integer({ min: 0, max: 14 }).map((number) => number === 0),
  })
  .map(({ isRevoking, ...plain }) => ({ ...plain, ...(isRevoking && { revokesKey: true as const }) }))
// Powers of two, so that no rounding comes between the store and the model.
const change: fc.Arbitrary<TimeChange> = fc.oneof(
  fc.constantFrom<TimeChange>({ freeze: true }, { resume: true }),
  fc.constantFrom(0.5, 1, 8).map((speed) => ({ speed })),
  fc.constantFrom(0, 0.5, 1.999, 2, 3).map((advanceSeconds) => ({ advanceSeconds })),
)
const adjustment: fc.Arbitrary<Adjustment> = fc.oneof(
  fc.constantFrom(1, 5_000).map((credit) => ({ credit })),
  fc.boolean().map((isRevoked) => ({ isRevoked })),
)

const operation = fc.constantFrom('createOrder' as const, 'lookupOrder' as const)
const waiting: fc.Arbitrary<WaitingFault> = fc.record({
  operation,
  at: fc.constantFrom(1, 1, 2, 3),
  fault: fc.constantFrom(...FAULTS),
})

const of = fc.constantFrom(0 as const, 0 as const, 1 as const)
const asked: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ of, buy: purchase, isFaultKnown: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ of, change }) },
  { weight: 4, arbitrary: fc.record({ of, pass: fc.constantFrom(1, 500, 1_000, 1_999, 2_000) }) },
  { weight: 1, arbitrary: fc.record({ of, find: reference }) },
  { weight: 1, arbitrary: fc.record({ of, count: reference }) },
  { weight: 1, arbitrary: fc.record({ of, adjust: adjustment }) },
  { weight: 2, arbitrary: fc.record({ of, order: waiting }) },
  { weight: 2, arbitrary: fc.record({ of, take: operation }) },
  { weight: 1, arbitrary: fc.record({ of, withdraw: fc.constant(true as const) }) },
  { weight: 1, arbitrary: fc.record({ of, reset: fc.constant(true as const) }) },
  { weight: 4, arbitrary: fc.record({ of, look: fc.constant(true as const) }) },
  { weight: 1, arbitrary: fc.record({ of, reopen: fc.constant(true as const) }) },
)

/** What may be asked of a store, one after another. */
export const questions: fc.Arbitrary<Asked[]> = fc.array(asked, { maxLength: 40, size: 'max' })

/** One sandbox of a store, and all that it must be. */
class Pair {
  readonly named: Named = account(OPENING)
  store: Store
  readonly #time: KeyTime
  #model = new Account(OPENING)
  #counts = new Map<string, number>()

  constructor(store: Store, now: number) {
    this.store = store
    this.#time = new KeyTime(now)
  }

  pass(milliseconds: number): void {
    this.#time.pass(milliseconds)
  }

  /** @param clockNow where the time of the sandbox begins again. */
  async ask(asked: Asked, clockNow: number): Promise<void> {
    const [store, model, { now }] = [this.store, this.#model, this.#time]
    if ('buy' in asked) {
      const placement = model.place(asked.buy, now, asked.isFaultKnown)
      const told = await store.placeOrder(this.named, asked.buy, asked.isFaultKnown)
      expect(told).toEqual({ ...this.#state, placement })
    } else if ('find' in asked) {
      const told = await store.findOrder(this.named, asked.find)
      expect(told).toEqual({
        ...this.#state,
        order: model.orders.get(asked.find),
        hasFaults: model.waiting.length > 0,
      })
    } else if ('count' in asked) {
      const count = (this.#counts.get(asked.count) ?? 0) + 1
      this.#counts.set(asked.count, count)
      expect(await store.countAttempt(this.named, asked.count)).toBe(count)
    } else if ('change' in asked) {
      this.#time.change(asked.change)
      expect(await store.changeTime(this.named, asked.change)).toEqual(this.#state)
    } else if ('adjust' in asked) {
      if ('credit' in asked.adjust) model.credit(asked.adjust.credit)
      else model.isRevoked = asked.adjust.isRevoked
      await store.adjust(this.named, asked.adjust)
    } else if ('order' in asked) {
      model.order(asked.order)
      await store.next.put(this.named, asked.order)
    } else if ('take' in asked) {
      expect(await store.next.take(this.named, asked.take)).toBe(model.take(asked.take))
    } else if ('withdraw' in asked) {
      expect(await store.next.withdraw(this.named)).toEqual(model.waiting)
      model.waiting = []
    } else if ('reset' in asked) {
      this.#model = new Account(OPENING)
      this.#counts = new Map()
      Object.assign(this.#time, new KeyTime(clockNow))
      await store.reset(this.named)
    } else if ('look' in asked) {
      await this.look()
    }
  }

  async look(): Promise<void> {
    const available = this.#model.available(this.#time.now)
    expect(await this.store.balance(this.named)).toEqual({ ...this.#state, available })
    expect(await this.store.enter(this.named)).toEqual(this.#state)
    expect(await this.store.next.read(this.named)).toEqual(this.#model.waiting)
    const latest = [...this.#model.orders.values()].toReversed()
    expect((await this.store.orders(this.named, 10)).count).toBe(latest.length)
  }

  get #state() {
    const { now, isFrozen, speed } = this.#time
    return { now, isFrozen, speed, isRevoked: this.#model.isRevoked }
  }
}

/**
 * Asks a store whose clock is ours one thing after another, and compares each answer, and at the end both sandboxes, with
 * the model.
 */
export async function followModel(
  { store, pass, reopen }: OpenedStore & { readonly pass: (milliseconds: number) => void },
  list: readonly Asked[],
): Promise<void> {
  let { now: clockNow } = await store.enter(account(0))
  const pairs = [new Pair(store, clockNow), new Pair(store, clockNow)] as const
  for (const one of list) {
    if ('pass' in one) {
      pass(one.pass)
      clockNow += one.pass
      for (const pair of pairs) pair.pass(one.pass)
    }
    if ('reopen' in one && reopen !== undefined) {
      const opened = await reopen()
      for (const pair of pairs) pair.store = opened
    }
    await pairs[one.of].ask(one, clockNow)
  }
  for (const pair of pairs) await pair.look()
}

/** Makes purchases in the random order of a scheduler, and compares the end with the model. */
export async function followInterleaved(
  store: Store,
  list: readonly Purchase[],
  scheduler: fc.Scheduler,
): Promise<void> {
  const mine = account(OPENING)
  const { now } = await store.changeTime(mine, { freeze: true })
  const wake = scheduler.scheduleFunction(async () => {})
  const calls = list.map(async (purchase) => {
    await wake()
    const { placement } = await store.placeOrder(mine, purchase)
    await wake()
    return { placement, available: (await store.balance(mine)).available }
  })
  await scheduler.waitFor(Promise.all(calls))
  const results = await Promise.all(calls)
  // In whatever order: what fails at once gives its money back to those after it.
  const model = new Account(PLENTY)
  const recorded = results.flatMap(({ placement }) => (placement.kind === 'recorded' ? placement.order : []))
  // Nothing comes after the one that revokes the key.
  for (const order of recorded.sort((one) => (one.revokesKey ? 1 : -1)))
    expect(model.place(order, now).kind).toBe('recorded')
  expect((await store.balance(mine)).available).toBe(OPENING - PLENTY + model.available(now))
  expect(Math.min(OPENING, ...results.map(({ available }) => available))).toBeGreaterThanOrEqual(0)
}

/** Purchases that collide. */
export const purchases: fc.Arbitrary<Purchase[]> = fc.array(purchase, { maxLength: 40 })
