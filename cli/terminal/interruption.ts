import { type Io, onFirstSignal } from '../io.ts'

export type Interruption = {
  /** Aborted the first time. */
  readonly signal: AbortSignal
  /** Aborted the second time: end without waiting. */
  readonly force: AbortSignal
  release(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Watches for the signals that end a run. They stay watched until they are released: an
 * unhandled second Ctrl-C would end the kit at once, and leave its client's processes behind.
 */
export function watchForInterruption({ onSignal }: Pick<Io, 'onSignal'>): Interruption {
  const [stop, force] = [new AbortController(), new AbortController()]
  const interrupt = () => (stop.signal.aborted ? force : stop).abort()
  const releases = SIGNALS.map((signal) => onSignal(signal, interrupt))
  return {
    signal: stop.signal,
    force: force.signal,
    release() {
      for (const release of releases) release()
    },
  }
}

/** Watches what may end a run early. */
export type Stopping = {
  /** Resolves with the reason, as a sentence. */
  readonly stopped: Promise<string>
  isInterrupted(): boolean
  /** Stops watching, so that nothing keeps the process alive. */
  release(): void
}

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
  const releases = (['SIGINT', 'SIGTERM'] as const).map((signal) => onFirstSignal(io, signal, interrupt))
  return {
    stopped,
    isInterrupted: () => interrupted,
    release() {
      cancelLimit()
      for (const release of releases) release()
    },
  }
}

export type StopRequest = {
  readonly stopped: Promise<void>
  /** Resolves on a second interruption, after which the mock does not wait for the last answers. */
  readonly hurried: Promise<void>
  stop(): void
  release(): void
}

/** Watches for the signals that stop a mock. */
export function stopRequest(io: Io): StopRequest {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>()
  let isStopping = false
  void stopped.then(() => {
    isStopping = true
  })
  const releases = [
    io.onSignal('SIGINT', () => (isStopping ? hurry() : stop())),
    onFirstSignal(io, 'SIGTERM', stop),
  ]
  return {
    stopped,
    hurried,
    stop,
    release() {
      for (const release of releases) release()
    },
  }
}
