import { expect, test } from 'vitest'
import type { Course } from '../../../contract/scenario/scenario.ts'
import type { Account, Store } from '../store.ts'
import { account, type OpenedStore, purchaseOf } from './opened-store.fixture.ts'

type Open = () => Promise<OpenedStore>

const FAILS_AFTER_3_S: Course = {
  processing: [{ forSeconds: 3, pollAfterSeconds: 1 }],
  settles: 'failure',
}

const DAY_MS = 24 * 3600 * 1000
const WEEK_MS = 7 * DAY_MS

/** Fills a sandbox with everything that a store may keep of one. @returns what its partner is called. */
async function fill(store: Store, owner: Account): Promise<string> {
  const partner = `guest-${owner.sandbox.slice(-12)}`
  await store.uses.note(owner.sandbox, partner, WEEK_MS)
  await store.changeTime(owner, { freeze: true })
  await store.countAttempt(owner, 'a')
  for (let order = 0; order < 5; order += 1)
    await store.placeOrder(owner, purchaseOf(`TEST:${order}`, { course: FAILS_AFTER_3_S }))
  await store.next.put(owner, { operation: 'createOrder', at: 1, fault: 'cut' })
  await store.adjust(owner, { isRevoked: true })
  return partner
}

async function forgetAll(store: Store): Promise<void> {
  while (await store.uses.forgetIdle(WEEK_MS)) {}
}

async function expectNew(store: Store, owner: Account): Promise<void> {
  expect(await store.balance(owner)).toMatchObject({ available: 20_000, isFrozen: false, isRevoked: false })
  expect(await store.orders(owner, 10)).toEqual({ count: 0, latest: [] })
  expect(await store.next.read(owner)).toEqual([])
  expect(await store.countAttempt(owner, 'a')).toBe(1)
}

export function keyUses(open: Open): void {
  test('forgets a key that nobody used, with everything of it, and no other', async () => {
    const { store, pass } = await open()
    const [idle, used] = [account(20_000), account(20_000)]
    await fill(store, idle)
    const usedPartner = await fill(store, used)
    await pass(5 * DAY_MS)
    await store.uses.note(used.sandbox, usedPartner, WEEK_MS)
    await forgetAll(store)
    expect((await store.orders(idle, 10)).count).toBe(5)
    await pass(3 * DAY_MS)
    await forgetAll(store)
    await expectNew(store, idle)
    expect((await store.orders(used, 10)).count).toBe(5)
    expect(await store.balance(used)).toMatchObject({ available: 7_500, isFrozen: true, isRevoked: true })
    const names = (await store.sandboxes(1_000)).length
    await forgetAll(store)
    expect(await store.sandboxes(1_000)).toHaveLength(names)
  })

  test('a key that is used again after that time is new at once', async () => {
    const { store, pass } = await open()
    const mine = account(20_000)
    const partner = await fill(store, mine)
    await pass(8 * DAY_MS)
    await store.uses.note(mine.sandbox, partner, WEEK_MS)
    await expectNew(store, mine)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    await forgetAll(store)
    expect((await store.orders(mine, 10)).count).toBe(1)
  })

  test('the own clock of a key makes it no older, and no younger', async () => {
    const { store, pass } = await open()
    const [ahead, frozen] = [account(20_000), account(20_000)]
    await fill(store, frozen)
    await store.uses.note(ahead.sandbox, 'ahead', WEEK_MS)
    await store.changeTime(ahead, { advanceSeconds: 365 * 24 * 3600 })
    await pass(DAY_MS)
    await forgetAll(store)
    expect((await store.enter(ahead)).now).toBeGreaterThan((await store.enter(account(0))).now + DAY_MS)
    await pass(7 * DAY_MS)
    await forgetAll(store)
    await expectNew(store, frozen)
  })
}
