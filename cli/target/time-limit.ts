/** Something that may end a run before its time. */
export type Stopping = {
  /** Resolves with the reason, as a sentence, when it does. */
  readonly stopped: Promise<string>
  /** Whether it was the user. */
  isInterrupted(): boolean
  /** Stops watching: nothing of it keeps the process alive. */
  release(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Watches for an interruption, and for the end of the time that a run may take. */
export function watchForStop(limitSeconds: number): Stopping {
  const { promise: stopped, resolve } = Promise.withResolvers<string>()
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    resolve('The run was interrupted.')
  }
  const limit = setTimeout(() => {
    resolve(`The run reached its time limit of ${limitSeconds} s (--time-limit).`)
  }, limitSeconds * 1000)
  for (const signal of SIGNALS) process.once(signal, interrupt)
  return {
    stopped,
    isInterrupted: () => interrupted,
    release() {
      clearTimeout(limit)
      for (const signal of SIGNALS) process.off(signal, interrupt)
    },
  }
}
