import type { EndSignal, Io } from '../io.ts'

export type Interruption = {
  /** Aborted the first time. */
  readonly signal: AbortSignal
  /** Aborted the second time: end without waiting. */
  readonly force: AbortSignal
  /** Does what the first signal does. */
  stop(): void
  release(): void
}

type Watched = {
  /** Heard once each: a second one ends the process, as by default. */
  readonly once?: readonly EndSignal[]
  /** Heard until they are released. */
  readonly always?: readonly EndSignal[]
}

/** An unhandled second Ctrl-C would end the kit at once, and leave its client's processes behind. */
const WITH_A_CLIENT: Watched = { always: ['SIGINT', 'SIGTERM', 'SIGHUP'] }

const OF_A_RUN: Watched = { once: ['SIGINT', 'SIGTERM'] }

/** Supervisors send SIGTERM after Ctrl-C, too: it hurries no server. SIGHUP is left to `nohup`. */
export const OF_A_SERVER: Watched = { always: ['SIGINT'], once: ['SIGTERM'] }

export function watchForInterruption(
  { onSignal }: Pick<Io, 'onSignal'>,
  { once = [], always = [] }: Watched = WITH_A_CLIENT,
): Interruption {
  const [first, second] = [new AbortController(), new AbortController()]
  const stop = () => first.abort()
  const releases = [
    ...always.map((signal) => onSignal(signal, () => (first.signal.aborted ? second : first).abort())),
    ...once.map((signal) => {
      const release = onSignal(signal, () => {
        release()
        stop()
      })
      return release
    }),
  ]
  return {
    signal: first.signal,
    force: second.signal,
    stop,
    release() {
      for (const release of releases) release()
    },
  }
}

export type Stopping = {
  /** Resolves with the reason, as a sentence. */
  readonly stopped: Promise<string>
  isInterrupted(): boolean
  /** Stops watching, so that nothing keeps the process alive. */
  release(): void
}

export function watchForStop(limitSeconds: number, io: Io): Stopping {
  const { promise: stopped, resolve } = Promise.withResolvers<string>()
  const { signal, release } = watchForInterruption(io, OF_A_RUN)
  signal.addEventListener('abort', () => resolve('The run was interrupted.'))
  const cancelLimit = io.clock.after(limitSeconds * 1000, () => {
    resolve(`The run reached its time limit of ${limitSeconds} s (--time-limit).`)
  })
  return {
    stopped,
    isInterrupted: () => signal.aborted,
    release() {
      cancelLimit()
      release()
    },
  }
}
