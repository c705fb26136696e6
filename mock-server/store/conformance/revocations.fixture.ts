import { expect, test } from 'vitest'
import type { Account } from '../store.ts'
import { account, type Open, purchaseOf, still } from './opened-store.fixture.ts'

export function revocations(open: Open): void {
  test('revokes a key by a recorded order, and not by a refused one', async () => {
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

  test('changes nothing for a revoked key, under a known or a new reference', async () => {
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
