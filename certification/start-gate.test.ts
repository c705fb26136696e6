import { expect, onTestFinished, test, vi } from 'vitest'
import { startGate } from './run-trials.ts'

test('each waits until the one before it is up, and not longer than that may take', async () => {
  const enter = startGate(50, new AbortController().signal)
  const order: string[] = []
  const starts = ['first', 'second', 'third'].map(async (name) => {
    const isUp = await enter()
    order.push(name)
    return isUp
  })
  const isUp = await starts[0]
  expect(order).toEqual(['first'])
  isUp?.()
  await starts[1]
  expect(order).toEqual(['first', 'second'])
  // The second never says that it is up.
  await starts[2]
  expect(order).toEqual(['first', 'second', 'third'])
})

test('when the run is stopped, nobody waits any more, and no timer is left', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  const enter = startGate(60_000, stop.signal)
  const isUp = await enter()
  const second = enter()
  stop.abort()
  await second
  isUp()
  expect(vi.getTimerCount()).toBe(0)
})
