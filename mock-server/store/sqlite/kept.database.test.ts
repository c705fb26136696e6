import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { account, purchaseOf } from '../conformance/opened-store.fixture.ts'
import type { Store } from '../store.ts'
import { newFile } from './new-file.fixture.ts'
import { type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts'

/** A store on a file, that can be closed and opened again. */
function reopening(given: SqliteStoreOptions = {}) {
  const [file, clock] = [newFile(), manualClock()]
  let store = sqliteStore(file, { clock, ...given })
  onTestFinished(() => store.close())
  const reopen = async (options: SqliteStoreOptions = {}): Promise<Store> => {
    await store.close()
    store = sqliteStore(file, { clock, ...given, ...options })
    return store
  }
  return { file, clock, store, reopen }
}

describe('what a file keeps', () => {
  test('is every order, the money and the counts of each sandbox', async () => {
    const { store, reopen } = reopening()
    const mine = account(10_000)
    const { placement } = await store.placeOrder(mine, purchaseOf('TEST:1'))
    await store.countAttempt(mine, 'a')
    const again = await reopen()
    expect((await again.findOrder(mine, 'TEST:1')).order).toEqual('order' in placement && placement.order)
    expect((await again.balance({ ...mine, openingBalance: 1 })).available).toBe(7_500)
    expect((await again.placeOrder(mine, purchaseOf('TEST:1'))).placement.kind).toBe('replayed')
    expect(await again.countAttempt(mine, 'a')).toBe(2)
  })

  test('is the fault that was ordered for a next purchase', async () => {
    const { store, reopen } = reopening()
    const mine = account(10_000)
    await store.next.put(mine, 'lost-after')
    const again = await reopen()
    const { placement } = await again.placeOrder(mine, purchaseOf('TEST:1'))
    expect(placement).toEqual({ kind: 'ordered-fault', fault: 'lost-after' })
  })

  test('is that a key was revoked', async () => {
    const { store, reopen } = reopening()
    const mine = account(10_000)
    await store.placeOrder(mine, purchaseOf('TEST:1', { revokesKey: true }))
    expect((await (await reopen()).enter(mine)).isRevoked).toBe(true)
  })

  test('is the money that failed orders have yet to return', async () => {
    const { clock, store, reopen } = reopening()
    const mine = account(2_500)
    const course = { processing: [{ forSeconds: 5, pollAfterSeconds: 1 }], settles: 'failure' } as const
    await store.placeOrder(mine, purchaseOf('TEST:1', { course }))
    const again = await reopen()
    clock.advance(4_999)
    expect((await again.balance(mine)).available).toBe(0)
    clock.advance(1)
    expect((await again.balance(mine)).available).toBe(2_500)
  })

  test('is the time of each sandbox, which continued meanwhile unless it is frozen', async () => {
    const { clock, store, reopen } = reopening()
    const [frozen, fast, common] = [account(0), account(0), account(0)]
    const { now } = await store.enter(common)
    await store.changeTime(frozen, { advanceSeconds: 60 })
    await store.changeTime(frozen, { freeze: true })
    await store.changeTime(fast, { speed: 10 })
    clock.advance(1_000)
    const again = await reopen()
    clock.advance(1_000)
    const times = await Promise.all([frozen, fast, common].map((sandbox) => again.enter(sandbox)))
    expect(times.map((state) => state.now - now)).toEqual([60_000, 20_000, 2_000])
    expect(times.map(({ isFrozen, speed }) => [isFrozen, speed])).toEqual([
      [true, 1],
      [false, 10],
      [false, 1],
    ])
  })

  test('never moves the time back by another speed, or when the clock was put back', async () => {
    const { store, clock, reopen } = reopening({ speed: 60 })
    const mine = account(10_000)
    clock.advance(60_000)
    const { now } = await store.placeOrder(mine, purchaseOf('TEST:1'))
    const slow = await reopen({ speed: 1 })
    expect((await slow.enter(mine)).now).toBe(now)
    clock.advance(1_000)
    expect((await slow.enter(mine)).now).toBe(now + 1_000)
    const early = await reopen({ speed: 1, clock: manualClock(clock.now() - 3_600_000) })
    expect((await early.enter(mine)).now).toBeGreaterThanOrEqual(now)
  })

  test('is no key', async () => {
    const { file, store } = reopening()
    const mine = account(10_000)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    await store.countAttempt(mine, 'a')
    await store.close()
    expect(readFileSync(file).toString('latin1')).not.toContain(mine.sandbox)
  })
})
