import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { account, type Open, purchaseOf, still } from './opened-store.fixture.ts'

export function nextFaults(open: Open): void {
  test('meets an ordered fault with the next purchase, once, and changes nothing else', async () => {
    const { store, mine, place, available } = await still(open, 10_000)
    await store.next.put(mine, 'lost-after')
    expect(await store.next.read(mine)).toBe('lost-after')
    expect(await place('TEST:1')).toEqual({ kind: 'ordered-fault', fault: 'lost-after' })
    expect(await available()).toBe(10_000)
    expect((await place('TEST:1')).kind).toBe('recorded')
    expect(await store.next.read(mine)).toBeUndefined()
  })

  test('keeps an ordered fault for a purchase that has not met one, and from other sandboxes', async () => {
    const { store, mine, place } = await still(open, 10_000)
    await store.next.put(mine, 'cut')
    const { placement } = await store.placeOrder(mine, purchaseOf('TEST:1'), true)
    expect(placement.kind).toBe('recorded')
    const other = account(10_000)
    for (const reference of ['TEST:1', 'TEST:2'])
      expect((await store.placeOrder(other, purchaseOf(reference))).placement.kind).toBe('recorded')
    expect(await place('TEST:2')).toEqual({ kind: 'ordered-fault', fault: 'cut' })
  })

  test('replaces an ordered fault by a later one, and lets it be taken back', async () => {
    const { store, mine, place } = await still(open, 10_000)
    await store.next.put(mine, 'cut')
    await store.next.put(mine, 'stalled')
    expect(await store.next.take(mine)).toBe('stalled')
    expect(await store.next.take(mine)).toBeUndefined()
    expect(await store.next.take(account(0))).toBeUndefined()
    expect((await place('TEST:1')).kind).toBe('recorded')
  })

  test('gives an ordered fault to one of simultaneous purchases', async () => {
    const { store, mine, place, available } = await still(open, 100_000)
    await store.next.put(mine, 'unavailable')
    const before = keepBusy(store)
    const placed = await Promise.all(Array.from({ length: 20 }, (_, index) => place(`TEST:${index}`)))
    const kinds = placed.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['ordered-fault', ...Array.from({ length: 19 }, () => 'recorded')])
    expect(await available()).toBe(52_500)
    await before
  })

  test('keeps an ordered fault while a simultaneous purchase of another sandbox meets its own', async () => {
    const { store, mine } = await still(open, 10_000)
    const other = account(10_000)
    await store.next.put(mine, 'cut')
    await store.next.put(other, 'stalled')
    const before = keepBusy(store)
    const placed = await Promise.all([
      store.placeOrder(mine, purchaseOf('TEST:1'), true),
      store.placeOrder(other, purchaseOf('TEST:1')),
    ])
    expect(placed.map(({ placement }) => placement.kind)).toEqual(['recorded', 'ordered-fault'])
    expect(await store.next.read(mine)).toBe('cut')
    await before
  })

  test('refuses a revoked key before any fault, and forgets the fault with a reset', async () => {
    const { store, mine, place } = await still(open, 10_000)
    await place('TEST:1', { revokesKey: true })
    await store.next.put(mine, 'cut')
    expect(await place('TEST:2')).toEqual({ kind: 'revoked' })
    await store.reset(mine)
    expect(await store.next.read(mine)).toBeUndefined()
    expect((await place('TEST:2')).kind).toBe('recorded')
  })
}

/** Two purchases of others: a store that gathers purchases makes those that follow together. */
async function keepBusy(store: Store): Promise<void> {
  await Promise.all([1, 2].map(() => store.placeOrder(account(10_000), purchaseOf('TEST:1'))))
}
