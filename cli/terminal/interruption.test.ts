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
