import type { Io } from '../io.ts'

/** Watches for a user who wants a run to end. */
export type Interruption = {
  /** Aborted, for the reason `interrupted`, the first time. */
  readonly signal: AbortSignal
  isInterrupted(): boolean
  /** Whether it was asked for a second time: nobody wants to wait for anything. */
  isHurried(): boolean
  release(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Watches for the signals that end a run. They stay watched until they are released: a second Ctrl-C that was not
 * handled would end the kit at once, and leave its client's processes behind.
 */
export function watchForInterruption({ onSignal }: Pick<Io, 'onSignal'>): Interruption {
  const stop = new AbortController()
  let times = 0
  const interrupt = () => {
    times += 1
    stop.abort('interrupted')
  }
  const releases = SIGNALS.map((signal) => onSignal(signal, interrupt))
  return {
    signal: stop.signal,
    isInterrupted: () => times > 0,
    isHurried: () => times > 1,
    release() {
      for (const release of releases) release()
    },
  }
}
