import { expect, test } from 'vitest'
import { watchForInterruption } from './interruption.ts'

test('the first signal interrupts, the second hurries, and neither is left to the platform', () => {
  const before = process.listenerCount('SIGINT')
  const { signal, isInterrupted, isHurried, release } = watchForInterruption()
  const state = () => [signal.aborted, isInterrupted(), isHurried(), process.listenerCount('SIGINT') - before]
  const seen = [state()]
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.emit(name, name)
    seen.push(state())
  }
  release()
  expect([...seen, state()]).toEqual([
    [false, false, false, 1],
    [true, true, false, 1],
    [true, true, true, 1],
    [true, true, true, 0],
  ])
  expect(signal.reason).toBe('interrupted')
})
