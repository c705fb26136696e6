import { hash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Course } from '../../../contract/scenario/scenario.ts'
import { Account } from '../../../testing/model/account.fixture.ts'
import { nameByDigest, type Purchase, type Store } from '../store.ts'
import { account, purchaseOf, STRANGE_STRINGS, still } from './opened-store.fixture.ts'

type Open = () => Promise<Store>

/**
 * Tests what every store promises.
 *
 * @param interleavings how many random interleavings of purchases are tried.
 */
export function promisesOfStore(open: () => Store | Promise<Store>, interleavings: number): void {
  const opened: Store[] = []
  const openStore: Open = async () => {
    const store = await open()
    opened.push(store)
    return store
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  chargesOnce(openStore, interleavings)
  describe('at once', () => simultaneously(openStore))
  keepsWhatItIsGiven(openStore)
  tellsOfItself(openStore)
}

const OPENING = 10_000
const PLENTY = 1_000_000
const IN_THREE_SECONDS = [
  { forSeconds: 1, pollAfterSeconds: 1 },
  { forSeconds: 2, pollAfterSeconds: 1 },
]
const COURSES: readonly Course[] = [
  { processing: [], settles: 'success' },
  { processing: [], settles: 'failure' },
  { processing: IN_THREE_SECONDS, settles: 'failure' },
]

/** Purchases with few references and SKUs, which collide. */
const purchases: fc.Arbitrary<Purchase[]> = fc.array(
  fc
    .record({
      partnerReference: fc.constantFrom('TEST:1', 'TEST:2', 'TEST:3'),
      sku: fc.constantFrom('CARD', 'CARD', 'OTHER'),
      price: fc.constantFrom(0, 100, 2_500, 6_000, 10_000, 10_001),
      course: fc.constantFrom(...COURSES),
      isRevoking: fc.integer({ min: 0, max: 14 }).map((number) => number === 0),
    })
    .map(({ isRevoking, ...plain }) => ({ ...plain, ...(isRevoking && { revokesKey: true as const }) })),
  { maxLength: 24 },
)

function chargesOnce(open: Open, numRuns: number): void {
  test('debits each reference once, however purchases interleave, and never more than the balance', async () => {
    const store = await open()
    const property = fc.asyncProperty(purchases, fc.scheduler(), (list, scheduler) =>
      followInterleaved(store, list, scheduler),
    )
    await fc.assert(property, { numRuns })
  })
}

/** Makes purchases in a random order, and compares the result with the model. */
async function followInterleaved(
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
  // The order does not matter: an order that fails at once returns its money.
  const model = new Account(PLENTY)
  const recorded = results.flatMap(({ placement }) => (placement.kind === 'recorded' ? placement.order : []))
  // The order that revokes the key is the last one.
  for (const order of recorded.sort((one) => (one.revokesKey ? 1 : -1)))
    expect(model.place(order, now).kind).toBe('recorded')
  expect((await store.balance(mine)).available).toBe(OPENING - PLENTY + model.available(now))
  expect(Math.min(OPENING, ...results.map(({ available }) => available))).toBeGreaterThanOrEqual(0)
}

/** Simultaneous calls. Calls one after another are compared with a model, in ../../testing/model. */
function simultaneously(open: Open): void {
  const many = <Result>(count: number, call: (index: number) => Promise<Result> | Result) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)))

  test('records one of a hundred purchases of one reference', async () => {
    const { place, available } = await still(open, 250_000)
    const placed = await many(100, (index) => place('TEST:1', { sku: index % 2 === 0 ? 'CARD' : 'OTHER' }))
    const count = (kind: string) => placed.filter((placement) => placement.kind === kind).length
    expect([count('recorded'), count('replayed'), count('conflict')]).toEqual([1, 49, 50])
    expect(await available()).toBe(247_500)
  })

  test('records a hundred purchases in a new sandbox', async () => {
    const store = await open()
    const mine = account(250_000)
    await many(100, (index) => store.placeOrder(mine, purchaseOf(`TEST:${index}`)))
    expect((await store.balance(mine)).available).toBe(0)
  })

  test('counts each attempt once', async () => {
    const store = await open()
    const mine = account(0)
    const counts = await many(50, () => store.countAttempt(mine, 'a'))
    expect(counts.toSorted((one, other) => one - other)).toEqual(await many(50, (index) => index + 1))
  })

  test('adds up all advances of the clock', async () => {
    const { store, mine, now, advance } = await still(open, 0)
    await many(40, () => advance(1))
    expect((await store.enter(mine)).now).toBe(now + 40_000)
  })

  test('gives each ordered fault to one request', async () => {
    const { store, mine, place, available } = await still(open, 100_000)
    await many(20, (index) => store.next.put(mine, { operation: 'createOrder', at: index + 1, fault: 'cut' }))
    await store.next.put(mine, { operation: 'createOrder', at: 3, fault: 'unavailable' })
    expect((await place('TEST:1')).kind).toBe('faults-wait')
    expect(await available()).toBe(100_000)
    const taken = await many(25, () => store.next.take(mine, 'createOrder'))
    expect(taken.filter((fault) => fault === 'unavailable')).toHaveLength(1)
    expect(taken.filter((fault) => fault === 'cut')).toHaveLength(19)
    expect(await store.next.read(mine)).toEqual([])
  })

  test('keeps the ordered faults of two sandboxes apart', async () => {
    const { store, mine } = await still(open, 10_000)
    const other = account(10_000)
    const waiting = { operation: 'createOrder', at: 1, fault: 'cut' } as const
    await store.next.put(mine, waiting)
    await store.next.put(other, { ...waiting, fault: 'stalled' })
    const placed = await Promise.all([
      store.placeOrder(mine, purchaseOf('TEST:1'), true),
      store.placeOrder(other, purchaseOf('TEST:1')),
    ])
    expect(placed.map(({ placement }) => placement.kind)).toEqual(['recorded', 'faults-wait'])
    expect(await store.next.withdraw(mine)).toEqual([waiting])
    expect(await store.next.read(mine)).toEqual([])
  })
}

function keepsWhatItIsGiven(open: Open): void {
  test('keeps references and SKUs as they were sent, and apart', async () => {
    const { store, mine, place, find } = await still(open, 100_000)
    for (const text of STRANGE_STRINGS) {
      const sku = `${text}:sku`
      expect((await place(text, { sku })).kind, text).toBe('recorded')
      expect((await place(text, { sku })).kind).toBe('replayed')
      expect((await place(text, { sku: text })).kind).toBe('conflict')
      expect(await find(text)).toMatchObject({ partnerReference: text, sku })
      expect([await store.countAttempt(mine, text), await store.countAttempt(mine, text)]).toEqual([1, 2])
    }
    const longer = STRANGE_STRINGS.map((text) => `${text}\0`)
    for (const text of longer.filter((one) => !STRANGE_STRINGS.includes(one)))
      expect((await place(text, { sku: text })).kind, text).toBe('recorded')
  })

  test('counts balances beyond 32 bits', async () => {
    const { place, available } = await still(open, 9_007_199_254_740_991)
    await place('TEST:1', { price: 5_000_000_000 })
    expect(await available()).toBe(9_007_194_254_740_991)
  })

  test('uses the opening balance of each call until something is written, and again after a reset', async () => {
    const store = await open()
    const mine = account(100)
    await store.enter(mine)
    await store.findOrder(mine, 'TEST:1')
    await store.balance(mine)
    const richer = { ...mine, openingBalance: 5_000 }
    expect((await store.balance(richer)).available).toBe(5_000)
    await store.placeOrder(richer, purchaseOf('TEST:1'))
    expect((await store.balance(richer)).available).toBe(2_500)
    await store.reset(mine)
    expect((await store.balance(mine)).available).toBe(100)
  })
}

function tellsOfItself(open: Open): void {
  test('lists the latest orders first, and counts all', async () => {
    const { store, mine, place, advance, find } = await still(open, 100_000)
    expect(await store.orders(mine, 2)).toEqual({ count: 0, latest: [] })
    for (const reference of ['TEST:1', 'TEST:2', 'TEST:3']) {
      await place(reference, reference === 'TEST:3' ? { revokesKey: true } : {})
      await advance(1)
    }
    await place('TEST:1')
    const latest = [await find('TEST:3'), await find('TEST:2')]
    expect(await store.orders(mine, 2)).toEqual({ count: 3, latest })
  })

  test('names the sandboxes in use, and finds each by the digest of its key', async () => {
    const { store, mine, place } = await still(open, 10_000)
    await place('TEST:1')
    const byDigest = nameByDigest(hash('sha256', mine.sandbox))
    const names = await store.sandboxes(10_000)
    expect(names.filter((name) => name === mine.sandbox || name === byDigest)).toHaveLength(1)
    if (names.includes(byDigest))
      expect((await store.balance({ ...mine, sandbox: byDigest })).available).toBe(7_500)
    expect(await store.sandboxes(0)).toEqual([])
  })

  test('is ready while it is open, can be reset before it is used, and closed twice', async () => {
    const store = await open()
    expect(await store.isReady()).toBe(true)
    await expect(store.reset(account(0))).resolves.toBeUndefined()
    await store.close()
    await store.close()
  })
}
