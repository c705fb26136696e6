import { expect, test } from 'vitest'
import { account, FAILS_AFTER_3_S, type Open, purchaseOf } from './opened-store.fixture.ts'

export function clockTimes(open: Open): void {
  test('runs by the clock, and at a new speed from its change on', async (context) => {
    const { store, pass } = await open()
    if (pass === undefined) return context.skip('The clock is not ours to move.')
    const mine = account(0)
    const { now: began } = await store.enter(mine)
    const passed = async () => (await store.enter(mine)).now - began
    pass(1_500)
    expect(await passed()).toBe(1_500)
    await store.changeTime(mine, { speed: 60 })
    pass(1_000)
    expect(await passed()).toBe(61_500)
    await store.changeTime(mine, { freeze: true })
    pass(60_000)
    expect(await passed()).toBe(61_500)
    await store.changeTime(mine, { speed: 0.5 })
    await store.changeTime(mine, { resume: true })
    pass(1_000)
    expect(await passed()).toBe(62_000)
  })

  test("returns a failed order's money by the sandbox's own time, at any speed", async (context) => {
    const { store, pass } = await open()
    if (pass === undefined) return context.skip('The clock is not ours to move.')
    const mine = account(2_500)
    await store.changeTime(mine, { speed: 10 })
    await store.placeOrder(mine, purchaseOf('TEST:1', { course: FAILS_AFTER_3_S }))
    pass(299)
    expect((await store.balance(mine)).available).toBe(0)
    pass(1)
    expect((await store.balance(mine)).available).toBe(2_500)
  })

  test('is at the time of the clock again when it is reset', async (context) => {
    const { store, pass } = await open()
    if (pass === undefined) return context.skip('The clock is not ours to move.')
    const mine = account(0)
    const before = await store.enter(mine)
    await store.changeTime(mine, { advanceSeconds: 100 })
    await store.changeTime(mine, { freeze: true })
    await store.reset(mine)
    pass(1_000)
    expect(await store.enter(mine)).toEqual({ ...before, now: before.now + 1_000 })
  })
}
