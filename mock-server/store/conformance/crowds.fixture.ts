import { expect, test } from 'vitest'
import type { Account } from '../store.ts'
import { account, type Open, purchaseOf, still } from './opened-store.fixture.ts'

export function crowds(open: Open): void {
  test('records one of a hundred simultaneous purchases of one reference', async () => {
    const { place, available } = await still(open, 250_000)
    const skus = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'CARD' : 'OTHER'))
    const placed = await Promise.all(skus.map((sku) => place('TEST:1', { sku })))
    const count = (kind: string) => placed.filter((placement) => placement.kind === kind).length
    expect([count('recorded'), count('replayed'), count('conflict')]).toEqual([1, 49, 50])
    expect(await available()).toBe(247_500)
  })

  test('records a hundred simultaneous purchases in a new sandbox', async () => {
    const { store } = await open()
    const mine = account(250_000)
    const references = Array.from({ length: 100 }, (_, index) => `TEST:${index}`)
    await Promise.all(references.map((reference) => store.placeOrder(mine, purchaseOf(reference))))
    expect((await store.balance(mine)).available).toBe(0)
  })

  test('records only those of simultaneous purchases that the balance covers', async () => {
    const { place, available } = await still(open, 6_000)
    const references = Array.from({ length: 20 }, (_, index) => `TEST:${index}`)
    const placed = await Promise.all(references.map((reference) => place(reference)))
    expect(placed.filter(({ kind }) => kind === 'recorded')).toHaveLength(2)
    expect(await available()).toBe(1_000)
  })

  test('counts the requests about each thing by itself, in each sandbox by itself', async () => {
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
