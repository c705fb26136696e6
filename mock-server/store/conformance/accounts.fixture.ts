import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { nameByDigest } from '../sandbox-name.ts'
import { account, type Open, still } from './opened-store.fixture.ts'

export function accounts(open: Open): void {
  test('lists the latest orders of a sandbox, the latest first, and counts all', async () => {
    const { store, mine, place, advance, find } = await still(open, 100_000)
    expect(await store.orders(mine, 2)).toEqual({ count: 0, latest: [] })
    for (const reference of ['TEST:1', 'TEST:2', 'TEST:3']) {
      await place(reference, reference === 'TEST:3' ? { revokesKey: true } : {})
      await advance(1)
    }
    await place('TEST:1')
    expect(await store.orders(mine, 2)).toEqual({
      count: 3,
      latest: [await find('TEST:3'), await find('TEST:2')],
    })
    await store.reset(mine)
    expect((await store.orders(mine, 2)).count).toBe(0)
  })

  test('names the sandboxes that were written in, and knows each by the digest of its key', async () => {
    const { store, mine, place } = await still(open, 10_000)
    await place('TEST:1')
    const byDigest = nameByDigest(hash('sha256', mine.sandbox))
    const names = await store.sandboxes(10_000)
    expect(names.filter((name) => name === mine.sandbox || name === byDigest)).toHaveLength(1)
    if (names.includes(byDigest))
      expect((await store.balance({ ...mine, sandbox: byDigest })).available).toBe(7_500)
    expect(await store.sandboxes(0)).toEqual([])
  })

  test('gives money to an account, also to one that nobody has used', async () => {
    const { store, mine, place, available } = await still(open, 1_000)
    expect((await place('TEST:1')).kind).toBe('insufficient-balance')
    await store.adjust(mine, { credit: 5_000 })
    expect(await available()).toBe(6_000)
    expect((await place('TEST:1')).kind).toBe('recorded')
    const unused = account(1_000)
    await store.adjust(unused, { credit: 1 })
    expect((await store.balance(unused)).available).toBe(1_001)
  })

  test('revokes a key, and makes it valid again', async () => {
    const { store, mine, place } = await still(open, 10_000)
    await store.adjust(mine, { isRevoked: true })
    expect(await place('TEST:1')).toEqual({ kind: 'revoked' })
    await store.adjust(mine, { credit: 1 })
    expect((await store.enter(mine)).isRevoked).toBe(true)
    await store.adjust(mine, { isRevoked: false })
    expect((await place('TEST:1')).kind).toBe('recorded')
  })
}
