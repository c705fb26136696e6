import { expect, test } from 'vitest'
import { systemClock, waitAtLeast } from './clock.ts'
import { createManualClock } from './testing/client-under-test.fixture.ts'

test('a timer that fires early is followed by another for the rest', async () => {
  const clock = createManualClock(0.75)
  await waitAtLeast(clock, 2000)
  expect(clock.now()).toBe(2000)
  expect(clock.slept).toEqual([2000, 0.75])
})

test('a wait of zero does not sleep', async () => {
  const clock = createManualClock()
  await waitAtLeast(clock, 0)
  expect(clock.slept).toEqual([])
})

test('a wait ends with the reason of its signal, also on a clock that ignores it', async () => {
  const controller = new AbortController()
  const clock = createManualClock()
  const ignoresSignal = {
    now: clock.now,
    sleep: async (ms: number) => clock.sleep(ms).then(() => controller.abort('stop')),
  }
  await expect(waitAtLeast(ignoresSignal, 1000, controller.signal)).rejects.toBe('stop')
})

test('a wait of zero also ends with its signal', async () => {
  await expect(waitAtLeast(createManualClock(), 0, AbortSignal.abort('stop'))).rejects.toBe('stop')
})

test('the clock of the platform advances by what it sleeps', async () => {
  const before = systemClock.now()
  await systemClock.sleep(20)
  expect(systemClock.now() - before).toBeGreaterThanOrEqual(19)
})

test('the system clock stops sleeping when the signal aborts, also for very long sleeps', async () => {
  const controller = new AbortController()
  const sleeping = systemClock.sleep(Number.POSITIVE_INFINITY, controller.signal)
  await systemClock.sleep(5)
  controller.abort('stop')
  await expect(sleeping).rejects.toBe('stop')
})
