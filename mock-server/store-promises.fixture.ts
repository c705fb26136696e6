import { expect, test } from 'vitest'
import type { Course } from '../contract/scenario.ts'
import type { Order } from './order.ts'
import type { Account, Store } from './store.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const SUCCEEDS: Course = { processing: [], settles: 'success' }
const FAILS_AFTER_3_S: Course = {
  processing: [
    { forSeconds: 1, pollAfterSeconds: 1 },
    { forSeconds: 2, pollAfterSeconds: 1 },
  ],
  settles: 'failure',
}

function orderOf(partnerReference: string, given: Partial<Order> = {}): Order {
  return { partnerReference, sku: 'CARD', price: 2500, placedAt: NOON, course: SUCCEEDS, ...given }
}

let worlds = 0
function account(openingBalance: number): Account {
  worlds += 1
  return { world: `world-${worlds}`, openingBalance }
}

/** What every store promises, whatever it is kept in. */
export function promisesOfStore(open: () => Store | Promise<Store>): void {
  test('records a purchase, debits it, and finds it by its reference', async () => {
    const [store, mine] = [await open(), account(10_000)]
    const order = orderOf('TEST:1')
    expect(await store.placeOrder(mine, order)).toEqual({ kind: 'recorded', order })
    expect(await store.findOrder(mine, 'TEST:1')).toEqual(order)
    expect(await store.balance(mine, NOON)).toBe(7_500)
  })

  test('answers the identical purchase with the one that was recorded, and debits nothing', async () => {
    const [store, mine] = [await open(), account(2_500)]
    const first = orderOf('TEST:1')
    await store.placeOrder(mine, first)
    const again = await store.placeOrder(mine, orderOf('TEST:1', { placedAt: NOON + 5_000, price: 9_999 }))
    expect(again).toEqual({ kind: 'replayed', order: first })
    expect(await store.balance(mine, NOON + 5_000)).toBe(0)
  })

  test('refuses a known reference with another SKU, and changes nothing', async () => {
    const [store, mine] = [await open(), account(10_000)]
    const first = orderOf('TEST:1')
    await store.placeOrder(mine, first)
    const other = await store.placeOrder(mine, orderOf('TEST:1', { sku: 'OTHER' }))
    expect(other).toEqual({ kind: 'conflict', order: first })
    expect(await store.findOrder(mine, 'TEST:1')).toEqual(first)
    expect(await store.balance(mine, NOON)).toBe(7_500)
  })

  test('covers a price that is the whole balance, and refuses one minor unit more', async () => {
    const [store, mine] = [await open(), account(2_500)]
    const refused = await store.placeOrder(mine, orderOf('TEST:1', { price: 2_501 }))
    expect(refused).toEqual({ kind: 'insufficient-balance', available: 2_500 })
    expect((await store.placeOrder(mine, orderOf('TEST:2'))).kind).toBe('recorded')
    expect(await store.balance(mine, NOON)).toBe(0)
  })

  test('records nothing of a purchase that the balance does not cover', async () => {
    const [store, mine] = [await open(), account(100)]
    await store.placeOrder(mine, orderOf('TEST:1'))
    expect(await store.findOrder(mine, 'TEST:1')).toBeUndefined()
    expect(await store.balance(mine, NOON)).toBe(100)
  })

  test("gives a failed order's money back at the moment it fails, once", async () => {
    const [store, mine] = [await open(), account(2_500)]
    await store.placeOrder(mine, orderOf('TEST:1', { course: FAILS_AFTER_3_S }))
    expect(await store.balance(mine, NOON + 2_999)).toBe(0)
    expect(await store.balance(mine, NOON + 3_000)).toBe(2_500)
    expect(await store.balance(mine, NOON + 60_000)).toBe(2_500)
  })

  test('takes a refused reference again, when the money of a failed order has returned', async () => {
    const [store, mine] = [await open(), account(2_500)]
    await store.placeOrder(mine, orderOf('TEST:1', { course: FAILS_AFTER_3_S }))
    const early = await store.placeOrder(mine, orderOf('TEST:2', { placedAt: NOON + 2_999 }))
    expect(early).toEqual({ kind: 'insufficient-balance', available: 0 })
    const late = orderOf('TEST:2', { placedAt: NOON + 3_000 })
    expect(await store.placeOrder(mine, late)).toEqual({ kind: 'recorded', order: late })
    expect(await store.balance(mine, NOON + 3_000)).toBe(0)
  })

  test('answers a failed order for its reference, instead of buying again', async () => {
    const [store, mine] = [await open(), account(10_000)]
    const failed = orderOf('TEST:1', { course: FAILS_AFTER_3_S })
    await store.placeOrder(mine, failed)
    const again = await store.placeOrder(mine, orderOf('TEST:1', { placedAt: NOON + 9_000 }))
    expect(again).toEqual({ kind: 'replayed', order: failed })
    expect(await store.balance(mine, NOON + 9_000)).toBe(10_000)
  })

  test('keeps the orders and the money of each world apart', async () => {
    const [store, mine, yours] = [await open(), account(10_000), account(5_000)]
    await store.placeOrder(mine, orderOf('TEST:1'))
    expect(await store.findOrder(yours, 'TEST:1')).toBeUndefined()
    expect(await store.balance(yours, NOON)).toBe(5_000)
    expect((await store.placeOrder(yours, orderOf('TEST:1', { sku: 'OTHER' }))).kind).toBe('recorded')
  })

  test('records one of a hundred simultaneous purchases of one reference', async () => {
    const [store, mine] = [await open(), account(250_000)]
    const skus = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'CARD' : 'OTHER'))
    const placed = await Promise.all(skus.map((sku) => store.placeOrder(mine, orderOf('TEST:1', { sku }))))
    const count = (kind: string) => placed.filter((placement) => placement.kind === kind).length
    expect([count('recorded'), count('replayed'), count('conflict')]).toEqual([1, 49, 50])
    expect(await store.balance(mine, NOON)).toBe(247_500)
  })

  test('never lends: of simultaneous purchases only those are recorded that the balance covers', async () => {
    const [store, mine] = [await open(), account(6_000)]
    const references = Array.from({ length: 20 }, (_, index) => `TEST:${index}`)
    const placed = await Promise.all(references.map((name) => store.placeOrder(mine, orderOf(name))))
    expect(placed.filter(({ kind }) => kind === 'recorded')).toHaveLength(2)
    expect(await store.balance(mine, NOON)).toBe(1_000)
  })

  test('counts the requests about each thing by itself, in each world by itself', async () => {
    const [store, mine, yours] = [await open(), account(0), account(0)]
    const count = (owner: Account, subject: string) => store.countAttempt(owner, subject)
    expect([await count(mine, 'a'), await count(mine, 'a'), await count(mine, 'b')]).toEqual([1, 2, 1])
    expect(await count(yours, 'a')).toBe(1)
  })

  test('counts simultaneous requests one by one', async () => {
    const [store, mine] = [await open(), account(0)]
    const counts = await Promise.all(Array.from({ length: 50 }, () => store.countAttempt(mine, 'a')))
    expect(counts.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  test('revokes a key with the order that does, and not with one that is refused', async () => {
    const [store, mine, poor] = [await open(), account(10_000), account(0)]
    expect(await store.isRevoked(mine)).toBe(false)
    await store.placeOrder(mine, orderOf('TEST:1'))
    expect(await store.isRevoked(mine)).toBe(false)
    await store.placeOrder(poor, orderOf('TEST:1', { revokesKey: true }))
    expect(await store.isRevoked(poor)).toBe(false)
    await store.placeOrder(mine, orderOf('TEST:2', { revokesKey: true }))
    expect(await store.isRevoked(mine)).toBe(true)
    expect(await store.isRevoked(poor)).toBe(false)
  })

  test('gives a world that is reset what it began with, and leaves the others as they are', async () => {
    const [store, mine, yours] = [await open(), account(10_000), account(10_000)]
    for (const owner of [mine, yours]) {
      await store.placeOrder(owner, orderOf('TEST:1', { revokesKey: true }))
      await store.countAttempt(owner, 'a')
    }
    await store.reset(mine)
    expect(await store.findOrder(mine, 'TEST:1')).toBeUndefined()
    expect(await store.balance(mine, NOON)).toBe(10_000)
    expect(await store.isRevoked(mine)).toBe(false)
    expect(await store.countAttempt(mine, 'a')).toBe(1)
    expect((await store.placeOrder(mine, orderOf('TEST:1', { sku: 'OTHER' }))).kind).toBe('recorded')
    expect((await store.findOrder(yours, 'TEST:1'))?.sku).toBe('CARD')
    expect(await store.balance(yours, NOON)).toBe(7_500)
    expect(await store.isRevoked(yours)).toBe(true)
    expect(await store.countAttempt(yours, 'a')).toBe(2)
  })
}
