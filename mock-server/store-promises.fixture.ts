import { afterEach, expect, test } from 'vitest'
import type { Course } from '../contract/scenario.ts'
import type { Order } from './order.ts'
import type { Account, Placement, Purchase, Store } from './store.ts'

/** A store that was opened for one test, and what moves the clock that its worlds go by, if anything can. */
export type OpenedStore = {
  readonly store: Store
  /** Moves the clock itself; left out where the clock is nobody's to move. */
  readonly pass?: (milliseconds: number) => void
}

export const SUCCEEDS: Course = { processing: [], settles: 'success' }
const FAILS_AFTER_3_S: Course = {
  processing: [
    { forSeconds: 1, pollAfterSeconds: 1 },
    { forSeconds: 2, pollAfterSeconds: 1 },
  ],
  settles: 'failure',
}

/** What everybody may call a purchase, and a program reads back as it was. */
export const STRANGE_STRINGS = [
  '',
  'a\0b',
  '\0',
  '\ud800',
  'x\udfff\ud800y',
  '\u202eTEST:1',
  '\u{1f600}\u{10ffff}',
  '\ufeff',
  'e\u0301',
  '\u00e9',
  "'; DROP TABLE orders; --",
  '\\x00%_',
  'a'.repeat(4_000),
]

export function purchaseOf(partnerReference: string, given: Partial<Purchase> = {}): Purchase {
  return { partnerReference, sku: 'CARD', price: 2500, course: SUCCEEDS, ...given }
}

/** A world that no other test uses. */
export function account(openingBalance: number): Account {
  return { world: `pk_test_${crypto.randomUUID()}`, openingBalance }
}

/** What every store promises, whatever it is kept in. Each store that is opened is closed after its test. */
export function promisesOfStore(open: () => OpenedStore | Promise<OpenedStore>): void {
  const opened: Store[] = []
  const openStore = async (): Promise<OpenedStore> => {
    const one = await open()
    opened.push(one.store)
    return one
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  purchases(openStore)
  releases(openStore)
  crowds(openStore)
  revocations(openStore)
  times(openStore)
  clockTimes(openStore)
  resets(openStore)
  strings(openStore)
}

type Open = () => Promise<OpenedStore>

/** A store and a world whose time stands still: what is placed in it is placed at the same moment. */
async function still(open: Open, openingBalance: number) {
  const { store } = await open()
  const mine = account(openingBalance)
  const { now } = await store.changeTime(mine, { freeze: true })
  const place = async (reference: string, given?: Partial<Purchase>): Promise<Placement> =>
    (await store.placeOrder(mine, purchaseOf(reference, given))).placement
  return {
    store,
    mine,
    now,
    place,
    find: async (reference: string) => (await store.findOrder(mine, reference)).order,
    available: async () => (await store.balance(mine)).available,
    advance: (seconds: number) => store.changeTime(mine, { advanceSeconds: seconds }),
  }
}

function orderAt(now: number, reference: string, given?: Partial<Purchase>): Order {
  return { ...purchaseOf(reference, given), placedAt: now }
}

function purchases(open: Open): void {
  test('records a purchase, debits it, and finds it by its reference', async () => {
    const { now, place, find, available } = await still(open, 10_000)
    const order = orderAt(now, 'TEST:1')
    expect(await place('TEST:1')).toEqual({ kind: 'recorded', order })
    expect(await find('TEST:1')).toEqual(order)
    expect(await available()).toBe(7_500)
  })

  test('answers the identical purchase with the one that was recorded, and debits nothing', async () => {
    const { now, place, available, advance } = await still(open, 2_500)
    await place('TEST:1')
    await advance(5)
    expect(await place('TEST:1', { price: 9_999 })).toEqual({
      kind: 'replayed',
      order: orderAt(now, 'TEST:1'),
    })
    expect(await available()).toBe(0)
  })

  test('refuses a known reference with another SKU, and changes nothing', async () => {
    const { now, place, find, available } = await still(open, 10_000)
    await place('TEST:1')
    const first = orderAt(now, 'TEST:1')
    expect(await place('TEST:1', { sku: 'OTHER' })).toEqual({ kind: 'conflict', order: first })
    expect(await find('TEST:1')).toEqual(first)
    expect(await available()).toBe(7_500)
  })

  test('covers a price that is the whole balance, and refuses one minor unit more', async () => {
    const { place, available } = await still(open, 2_500)
    expect(await place('TEST:1', { price: 2_501 })).toEqual({
      kind: 'insufficient-balance',
      available: 2_500,
    })
    expect((await place('TEST:2')).kind).toBe('recorded')
    expect(await available()).toBe(0)
  })

  test('records nothing of a purchase that the balance does not cover', async () => {
    const { place, find, available } = await still(open, 100)
    await place('TEST:1')
    expect(await find('TEST:1')).toBeUndefined()
    expect(await available()).toBe(100)
  })

  test('counts balances of more minor units than 32 bits hold', async () => {
    const { place, available } = await still(open, 9_007_199_254_740_991)
    await place('TEST:1', { price: 5_000_000_000 })
    expect(await available()).toBe(9_007_194_254_740_991)
  })

  test('keeps the orders and the money of each world apart', async () => {
    const { store, place } = await still(open, 10_000)
    const yours = account(5_000)
    await place('TEST:1')
    expect((await store.findOrder(yours, 'TEST:1')).order).toBeUndefined()
    expect((await store.balance(yours)).available).toBe(5_000)
    const { placement } = await store.placeOrder(yours, purchaseOf('TEST:1', { sku: 'OTHER' }))
    expect(placement.kind).toBe('recorded')
  })

  test('creates nothing in a world that is only asked about', async () => {
    const { store } = await open()
    const mine = account(100)
    await store.enter(mine)
    await store.findOrder(mine, 'TEST:1')
    await store.balance(mine)
    expect((await store.balance({ ...mine, openingBalance: 200 })).available).toBe(200)
  })
}

function releases(open: Open): void {
  test("gives a failed order's money back at the moment it fails, once", async () => {
    const { place, available, advance } = await still(open, 2_500)
    await place('TEST:1', { course: FAILS_AFTER_3_S })
    await advance(2.999)
    expect(await available()).toBe(0)
    await advance(0.001)
    expect(await available()).toBe(2_500)
    await advance(60)
    expect(await available()).toBe(2_500)
  })

  test('gives the money of several failed orders back one by one', async () => {
    const { place, available, advance } = await still(open, 1_110)
    await place('TEST:1', { course: FAILS_AFTER_3_S, price: 1_000 })
    await advance(1)
    await place('TEST:2', { course: FAILS_AFTER_3_S, price: 100 })
    await place('TEST:3', { course: FAILS_AFTER_3_S, price: 10 })
    expect(await available()).toBe(0)
    await advance(2)
    expect(await available()).toBe(1_000)
    await advance(1)
    expect(await available()).toBe(1_110)
  })

  test('takes a refused reference again, when the money of a failed order has returned', async () => {
    const { now, place, available, advance } = await still(open, 2_500)
    await place('TEST:1', { course: FAILS_AFTER_3_S })
    await advance(2.999)
    expect(await place('TEST:2')).toEqual({ kind: 'insufficient-balance', available: 0 })
    await advance(0.001)
    expect(await place('TEST:2')).toEqual({ kind: 'recorded', order: orderAt(now + 3_000, 'TEST:2') })
    expect(await available()).toBe(0)
  })

  test('answers a failed order for its reference, instead of buying again', async () => {
    const { now, place, available, advance } = await still(open, 10_000)
    await place('TEST:1', { course: FAILS_AFTER_3_S })
    await advance(9)
    const failed = orderAt(now, 'TEST:1', { course: FAILS_AFTER_3_S })
    expect(await place('TEST:1')).toEqual({ kind: 'replayed', order: failed })
    expect(await available()).toBe(10_000)
  })

  test('keeps everything of a course: hidden, and ended in a state that nobody documented', async () => {
    const { place, find } = await still(open, 10_000)
    const course: Course = {
      processing: [{ forSeconds: 0.5, pollAfterSeconds: 0 }],
      settles: { state: 'ON HOLD' },
      hiddenForSeconds: 1.5,
    }
    await place('TEST:1', { course })
    expect((await find('TEST:1'))?.course).toEqual(course)
  })
}

function crowds(open: Open): void {
  test('records one of a hundred simultaneous purchases of one reference', async () => {
    const { place, available } = await still(open, 250_000)
    const skus = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'CARD' : 'OTHER'))
    const placed = await Promise.all(skus.map((sku) => place('TEST:1', { sku })))
    const count = (kind: string) => placed.filter((placement) => placement.kind === kind).length
    expect([count('recorded'), count('replayed'), count('conflict')]).toEqual([1, 49, 50])
    expect(await available()).toBe(247_500)
  })

  test('records a hundred simultaneous purchases in a world that nobody has entered before', async () => {
    const { store } = await open()
    const mine = account(250_000)
    const references = Array.from({ length: 100 }, (_, index) => `TEST:${index}`)
    await Promise.all(references.map((reference) => store.placeOrder(mine, purchaseOf(reference))))
    expect((await store.balance(mine)).available).toBe(0)
  })

  test('never lends: of simultaneous purchases only those are recorded that the balance covers', async () => {
    const { place, available } = await still(open, 6_000)
    const references = Array.from({ length: 20 }, (_, index) => `TEST:${index}`)
    const placed = await Promise.all(references.map((reference) => place(reference)))
    expect(placed.filter(({ kind }) => kind === 'recorded')).toHaveLength(2)
    expect(await available()).toBe(1_000)
  })

  test('counts the requests about each thing by itself, in each world by itself', async () => {
    const { store } = await open()
    const [mine, yours] = [account(0), account(0)]
    const count = (owner: Account, subject: string) => store.countAttempt(owner, subject)
    expect([await count(mine, 'a'), await count(mine, 'a'), await count(mine, 'b')]).toEqual([1, 2, 1])
    expect(await count(yours, 'a')).toBe(1)
  })

  test('counts simultaneous requests one by one', async () => {
    const { store } = await open()
    const mine = account(0)
    const counts = await Promise.all(Array.from({ length: 50 }, () => store.countAttempt(mine, 'a')))
    expect(counts.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })
}

function revocations(open: Open): void {
  test('revokes a key with the order that does, and not with one that is refused', async () => {
    const { store } = await open()
    const [mine, poor] = [account(10_000), account(0)]
    const isRevoked = async (owner: Account) => (await store.enter(owner)).isRevoked
    expect((await store.placeOrder(mine, purchaseOf('TEST:1'))).isRevoked).toBe(false)
    await store.placeOrder(poor, purchaseOf('TEST:1', { revokesKey: true }))
    expect([await isRevoked(mine), await isRevoked(poor)]).toEqual([false, false])
    const revoking = await store.placeOrder(mine, purchaseOf('TEST:2', { revokesKey: true }))
    expect(revoking).toMatchObject({ isRevoked: true, placement: { kind: 'recorded' } })
    expect([await isRevoked(mine), await isRevoked(poor)]).toEqual([true, false])
    expect((await store.balance(mine)).isRevoked).toBe(true)
    const { isRevoked: isTold, order } = await store.findOrder(mine, 'TEST:2')
    expect([isTold, order?.revokesKey]).toEqual([true, true])
  })

  test('moves nothing for a revoked key, whether it knows the reference or not', async () => {
    const { place, find, available } = await still(open, 10_000)
    await place('TEST:1', { revokesKey: true })
    expect(await place('TEST:1')).toEqual({ kind: 'revoked' })
    expect(await place('TEST:2')).toEqual({ kind: 'revoked' })
    expect(await find('TEST:2')).toBeUndefined()
    expect(await available()).toBe(7_500)
  })

  test('records one of simultaneous purchases that revoke their key', async () => {
    const { place, available } = await still(open, 100_000)
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place(`TEST:${index}`, { revokesKey: true })),
    )
    const kinds = placed.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['recorded', ...Array.from({ length: 19 }, () => 'revoked')])
    expect(await available()).toBe(97_500)
  })
}

function times(open: Open): void {
  test('tells the same time with whatever is asked', async () => {
    const { store, mine, now } = await still(open, 10_000)
    const told = await Promise.all([
      store.enter(mine),
      store.balance(mine),
      store.findOrder(mine, 'TEST:1'),
      store.placeOrder(mine, purchaseOf('TEST:1')),
    ])
    for (const state of told) expect(state).toMatchObject({ now, isFrozen: true, speed: 1, isRevoked: false })
  })

  test('advances a world by as much as it is told, frozen or not', async () => {
    const { store, mine, now, advance } = await still(open, 0)
    expect(await advance(2.5)).toMatchObject({ now: now + 2_500, isFrozen: true })
    await store.changeTime(mine, { resume: true })
    const { now: resumed, isFrozen } = await advance(1_000)
    expect(isFrozen).toBe(false)
    expect(resumed).toBeGreaterThanOrEqual(now + 1_002_500)
    expect((await store.enter(mine)).now).toBeGreaterThanOrEqual(resumed)
  })

  test('adds up what simultaneous changes advance', async () => {
    const { store, mine, now, advance } = await still(open, 0)
    await Promise.all(Array.from({ length: 40 }, () => advance(1)))
    expect((await store.enter(mine)).now).toBe(now + 40_000)
  })

  test('keeps its speed through a freeze, and a frozen world frozen through a change of speed', async () => {
    const { store, mine, now } = await still(open, 0)
    expect(await store.changeTime(mine, { speed: 60 })).toEqual({
      now,
      isFrozen: true,
      speed: 60,
      isRevoked: false,
    })
    expect(await store.changeTime(mine, { resume: true })).toMatchObject({ isFrozen: false, speed: 60 })
    expect(await store.changeTime(mine, { freeze: true })).toMatchObject({ isFrozen: true, speed: 60 })
  })

  test('never moves a world back, whatever is done to its time', async () => {
    const { store } = await open()
    const mine = account(0)
    let last = (await store.enter(mine)).now
    const changes = [
      { speed: 1000 },
      { speed: 0.001 },
      { freeze: true },
      { resume: true },
      { advanceSeconds: 0 },
    ] as const
    for (const change of [...changes, ...changes]) {
      const { now } = await store.changeTime(mine, change)
      expect(now).toBeGreaterThanOrEqual(last)
      last = now
    }
    expect((await store.enter(mine)).now).toBeGreaterThanOrEqual(last)
  })

  test('moves no other world', async () => {
    const { store, mine, now, advance } = await still(open, 0)
    const yours = account(0)
    await store.changeTime(yours, { freeze: true })
    await advance(100_000)
    expect((await store.enter(yours)).now).toBeLessThan(now + 100_000_000)
    expect((await store.enter(mine)).now).toBe(now + 100_000_000)
  })

  test('tells those who listen of every change of time, until they listen no more', async () => {
    const { store, mine } = await still(open, 0)
    const [told, heard] = [Promise.withResolvers<string>(), [] as string[]]
    const end = store.onTimeChange((world) => {
      heard.push(world)
      told.resolve(world)
    })
    await store.changeTime(mine, { advanceSeconds: 1 })
    expect(await told.promise).toBe(mine.world)
    end()
    const count = heard.length
    await store.reset(mine)
    expect(heard).toHaveLength(count)
  })
}

function clockTimes(open: Open): void {
  test('runs by the clock, and as fast as it is told from then on', async (context) => {
    const { store, pass } = await open()
    if (pass === undefined) return context.skip('The clock is nobody’s to move.')
    const mine = account(0)
    const { now: began } = await store.enter(mine)
    const passed = async () => (await store.enter(mine)).now - began
    pass(1_500)
    expect(await passed()).toBe(1_500)
    await store.changeTime(mine, { speed: 60 })
    pass(1_000)
    expect(await passed()).toBe(61_500)
    await store.changeTime(mine, { freeze: true })
    pass(60_000)
    expect(await passed()).toBe(61_500)
    await store.changeTime(mine, { speed: 0.5 })
    await store.changeTime(mine, { resume: true })
    pass(1_000)
    expect(await passed()).toBe(62_000)
  })

  test("returns a failed order's money by the world's own time, however fast it runs", async (context) => {
    const { store, pass } = await open()
    if (pass === undefined) return context.skip('The clock is nobody’s to move.')
    const mine = account(2_500)
    await store.changeTime(mine, { speed: 10 })
    await store.placeOrder(mine, purchaseOf('TEST:1', { course: FAILS_AFTER_3_S }))
    pass(299)
    expect((await store.balance(mine)).available).toBe(0)
    pass(1)
    expect((await store.balance(mine)).available).toBe(2_500)
  })

  test('is at the time of the clock again when it is reset', async (context) => {
    const { store, pass } = await open()
    if (pass === undefined) return context.skip('The clock is nobody’s to move.')
    const mine = account(0)
    const before = await store.enter(mine)
    await store.changeTime(mine, { advanceSeconds: 100 })
    await store.changeTime(mine, { freeze: true })
    await store.reset(mine)
    pass(1_000)
    expect(await store.enter(mine)).toEqual({ ...before, now: before.now + 1_000 })
  })
}

function resets(open: Open): void {
  test('gives a world that is reset what it began with, and leaves the others as they are', async () => {
    const { store } = await open()
    const [mine, yours] = [account(10_000), account(10_000)]
    for (const owner of [mine, yours]) {
      await store.changeTime(owner, { freeze: true })
      await store.countAttempt(owner, 'a')
      await store.placeOrder(owner, purchaseOf('TEST:1', { course: FAILS_AFTER_3_S, revokesKey: true }))
    }
    await store.reset(mine)
    expect((await store.findOrder(mine, 'TEST:1')).order).toBeUndefined()
    expect(await store.balance(mine)).toMatchObject({ available: 10_000, isRevoked: false, isFrozen: false })
    expect(await store.countAttempt(mine, 'a')).toBe(1)
    const { placement } = await store.placeOrder(mine, purchaseOf('TEST:1', { sku: 'OTHER' }))
    expect(placement.kind).toBe('recorded')
    await store.changeTime(mine, { advanceSeconds: 60 })
    expect((await store.balance(mine)).available).toBe(7_500)
    expect((await store.findOrder(yours, 'TEST:1')).order?.sku).toBe('CARD')
    expect(await store.balance(yours)).toMatchObject({ available: 7_500, isRevoked: true, isFrozen: true })
    expect(await store.countAttempt(yours, 'a')).toBe(2)
  })

  test('takes the opening balance anew when a world begins anew', async () => {
    const { store, mine, place } = await still(open, 5_000)
    await place('TEST:1')
    await store.reset(mine)
    expect((await store.balance({ ...mine, openingBalance: 7_000 })).available).toBe(7_000)
  })

  test('resets a world that nothing has happened in', async () => {
    const { store } = await open()
    await expect(store.reset(account(0))).resolves.toBeUndefined()
  })

  test('can be reached while it is open, and be closed twice', async () => {
    const { store } = await open()
    expect(await store.isReady()).toBe(true)
    await store.close()
    await store.close()
  })
}

function strings(open: Open): void {
  test.each(STRANGE_STRINGS.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'keeps a reference and a SKU as they were sent: %s',
    async (_, text) => {
      const { store, mine, place, find } = await still(open, 10_000)
      const sku = `${text}:sku`
      expect((await place(text, { sku })).kind).toBe('recorded')
      expect((await place(text, { sku })).kind).toBe('replayed')
      expect((await place(text, { sku: text })).kind).toBe('conflict')
      expect(await find(text)).toMatchObject({ partnerReference: text, sku })
      expect([await store.countAttempt(mine, text), await store.countAttempt(mine, text)]).toEqual([1, 2])
    },
  )

  test('takes no two of them for the same', async () => {
    const { place } = await still(open, 100_000)
    const texts = new Set([...STRANGE_STRINGS, ...STRANGE_STRINGS.map((one) => `${one}\0`)])
    for (const text of texts) expect((await place(text, { sku: text })).kind).toBe('recorded')
  })
}
