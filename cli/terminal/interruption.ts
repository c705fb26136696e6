import type { Io } from '../io.ts'

/** Watches for a user who wants a run to end. */
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
