import { expect, test } from 'vitest'
import type { Course } from '../../../contract/scenario/scenario.ts'
import { FAILS_AFTER_3_S, type Open, orderAt, still } from './opened-store.fixture.ts'

export function releases(open: Open): void {
  test("gives a failed order's money back at the moment it fails, once", async () => {
    const { place, available, advance } = await still(open, 2_500)
    await place('TEST:1', { course: FAILS_AFTER_3_S })
    await advance(2.999)
    expect(await available()).toBe(0)
    await advance(0.001)
    expect(await available()).toBe(2_500)
    await advance(60)
    expect(await available()).toBe(2_500)
  })

  test('gives the money of several failed orders back one by one', async () => {
    const { place, available, advance } = await still(open, 1_110)
    await place('TEST:1', { course: FAILS_AFTER_3_S, price: 1_000 })
    await advance(1)
    await place('TEST:2', { course: FAILS_AFTER_3_S, price: 100 })
    await place('TEST:3', { course: FAILS_AFTER_3_S, price: 10 })
    expect(await available()).toBe(0)
    await advance(2)
    expect(await available()).toBe(1_000)
    await advance(1)
    expect(await available()).toBe(1_110)
  })

  test('takes a refused reference again, when the money of a failed order has returned', async () => {
    const { now, place, available, advance } = await still(open, 2_500)
    await place('TEST:1', { course: FAILS_AFTER_3_S })
    await advance(2.999)
    expect(await place('TEST:2')).toEqual({ kind: 'insufficient-balance', available: 0 })
    await advance(0.001)
    expect(await place('TEST:2')).toEqual({ kind: 'recorded', order: orderAt(now + 3_000, 'TEST:2') })
    expect(await available()).toBe(0)
  })

  test('answers a failed order for its reference, instead of buying again', async () => {
    const { now, place, available, advance } = await still(open, 10_000)
    await place('TEST:1', { course: FAILS_AFTER_3_S })
    await advance(9)
    const failed = orderAt(now, 'TEST:1', { course: FAILS_AFTER_3_S })
    expect(await place('TEST:1')).toEqual({ kind: 'replayed', order: failed })
    expect(await available()).toBe(10_000)
  })

  test('keeps all phases of an order: hidden, and ended in an undocumented state', async () => {
    const { place, find } = await still(open, 10_000)
    const course: Course = {
      processing: [{ forSeconds: 0.5, pollAfterSeconds: 0 }],
      settles: { state: 'ON HOLD' },
      hiddenForSeconds: 1.5,
    }
    await place('TEST:1', { course })
    expect((await find('TEST:1'))?.course).toEqual(course)
  })
}
