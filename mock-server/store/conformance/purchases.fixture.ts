import { expect, test } from 'vitest'
import { account, type Open, orderAt, purchaseOf, still } from './opened-store.fixture.ts'

export function purchases(open: Open): void {
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

  test('keeps the orders and the money of each sandbox apart', async () => {
    const { store, place } = await still(open, 10_000)
    const yours = account(5_000)
    await place('TEST:1')
    expect((await store.findOrder(yours, 'TEST:1')).order).toBeUndefined()
    expect((await store.balance(yours)).available).toBe(5_000)
    const { placement } = await store.placeOrder(yours, purchaseOf('TEST:1', { sku: 'OTHER' }))
    expect(placement.kind).toBe('recorded')
  })

  test('creates nothing in a sandbox that is only read', async () => {
    const { store } = await open()
    const mine = account(100)
    await store.enter(mine)
    await store.findOrder(mine, 'TEST:1')
    await store.balance(mine)
    expect((await store.balance({ ...mine, openingBalance: 200 })).available).toBe(200)
  })
}
