import { expect, test } from 'vitest'
import { account, type Open, purchaseOf, still } from './opened-store.fixture.ts'

export function times(open: Open): void {
  test('returns the same time with every operation', async () => {
    const { store, mine, now } = await still(open, 10_000)
    const states = await Promise.all([
      store.enter(mine),
      store.balance(mine),
      store.findOrder(mine, 'TEST:1'),
      store.placeOrder(mine, purchaseOf('TEST:1')),
    ])
    for (const state of states)
      expect(state).toMatchObject({ now, isFrozen: true, speed: 1, isRevoked: false })
  })

  test('advances a sandbox by the given time, frozen or not', async () => {
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

  test('keeps its speed through a freeze, and a frozen sandbox frozen through a change of speed', async () => {
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

  test('never moves a sandbox back, by any change of its time', async () => {
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

  test('moves no other sandbox', async () => {
    const { store, mine, now, advance } = await still(open, 0)
    const yours = account(0)
    await store.changeTime(yours, { freeze: true })
    await advance(100_000)
    expect((await store.enter(yours)).now).toBeLessThan(now + 100_000_000)
    expect((await store.enter(mine)).now).toBe(now + 100_000_000)
  })

  test('notifies listeners of every change of time, until they are removed', async () => {
    const { store, mine } = await still(open, 0)
    const [states, heard] = [Promise.withResolvers<string>(), [] as string[]]
    const end = store.onTimeChange((sandbox) => {
      heard.push(sandbox)
      states.resolve(sandbox)
    })
    await store.changeTime(mine, { advanceSeconds: 1 })
    expect(await states.promise).toBe(mine.sandbox)
    end()
    const count = heard.length
    await store.reset(mine)
    expect(heard).toHaveLength(count)
  })
}
