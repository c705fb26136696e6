import { expect, test } from 'vitest'
import { account, FAILS_AFTER_3_S, type Open, purchaseOf, still } from './opened-store.fixture.ts'

export function resets(open: Open): void {
  test('resets a sandbox to its beginning, and leaves the others unchanged', async () => {
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

  test('takes the opening balance again after a reset', async () => {
    const { store, mine, place } = await still(open, 5_000)
    await place('TEST:1')
    await store.reset(mine)
    expect((await store.balance({ ...mine, openingBalance: 7_000 })).available).toBe(7_000)
  })

  test('resets a sandbox that nothing has happened in', async () => {
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
