import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { OF_A_SERVER, watchForInterruption } from './interruption.ts'

function heard(signals: EventEmitter) {
  return {
    onSignal(name: string, listener: () => void) {
      signals.on(name, listener)
      return () => signals.off(name, listener)
    },
  }
}

test('the first signal interrupts, the second hurries, and neither ends the process by itself', () => {
  const signals = new EventEmitter()
  const { signal, force, release } = watchForInterruption(heard(signals))
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

test('a server is not hurried by the SIGTERM that a supervisor sends after Ctrl-C', () => {
  const signals = new EventEmitter()
  const { signal, force } = watchForInterruption(heard(signals), OF_A_SERVER)
  const seen = ['SIGINT', 'SIGTERM', 'SIGINT'].map((name) => {
    signals.emit(name)
    return [signal.aborted, force.aborted, signals.listenerCount('SIGTERM')]
  })
  expect(seen).toEqual([
    [true, false, 1],
    [true, false, 0],
    [true, true, 0],
  ])
})
