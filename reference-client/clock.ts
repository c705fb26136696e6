import type { PlatformSignal } from './platform.ts'

/** The clock of the waits between requests. The timeout of a request is always real time. */
export type Clock = {
  /** Milliseconds of a monotonic clock. It advances by what `sleep` waits. */
  now(): number
  /** Waits about that many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: PlatformSignal): Promise<void>
}

/** The longest delay of a timer: a longer one would fire at once. In milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
        Math.min(ms, LONGEST_TIMER_MS),
      )
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

/**
 * Waits at least that many milliseconds: a timer may fire early, so what is left is slept again (§3.1).
 *
 * @throws the reason of the signal, when it aborts.
 */
export async function waitAtLeast(clock: Clock, ms: number, signal?: PlatformSignal): Promise<void> {
  signal?.throwIfAborted()
  const end = clock.now() + ms
  for (let left = ms; left > 0; left = end - clock.now()) {
    await clock.sleep(left, signal)
    signal?.throwIfAborted()
  }
}
