import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchForInterruption } from './interruption.ts'

test('the first signal interrupts, the second hurries, and neither ends the process by itself', () => {
  const signals = new EventEmitter()
  const { signal, force, release } = watchForInterruption({
    onSignal(name, listener) {
      signals.on(name, listener)
      return () => signals.off(name, listener)
    },
  })
  const state = () => [signal.aborted, force.aborted, signals.listenerCount('SIGINT')]
  const seen = [state()]
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    signals.emit(name)
    seen.push(state())
  }
  release()
  expect([...seen, state()]).toEqual([
    [false, false, 1],
    [true, false, 1],
    [true, true, 1],
    [true, true, 0],
  ])
})
