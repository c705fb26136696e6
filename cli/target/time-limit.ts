import { type Io, onFirstSignal } from '../io.ts'

/** Watches what may end a run early. */
export type Stopping = {
  /** Resolves with the reason, as a sentence. */
  readonly stopped: Promise<string>
  /** Whether the user ended it. */
  isInterrupted(): boolean
  /** Stops watching, so that nothing keeps the process alive. */
  release(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Watches for an interruption, and for the time limit of a run. */
export function watchForStop(limitSeconds: number, io: Io): Stopping {
  const { promise: stopped, resolve } = Promise.withResolvers<string>()
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    resolve('The run was interrupted.')
  }
  const cancelLimit = io.clock.after(limitSeconds * 1000, () => {
    resolve(`The run reached its time limit of ${limitSeconds} s (--time-limit).`)
  })
  const releases = SIGNALS.map((signal) => onFirstSignal(io, signal, interrupt))
  return {
    stopped,
    isInterrupted: () => interrupted,
    release() {
      cancelLimit()
      for (const release of releases) release()
    },
  }
}
