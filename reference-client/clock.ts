import { systemClock as machineClock, sleepBy } from '../contract/clock.ts'

/** The clock of the waits between requests. The timeout of a request is always real time. */
export type Clock = {
  /** Milliseconds of a monotonic clock. It advances by what `sleep` waits. */
  now(): number
  /** Waits about that many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The clock of the platform. */
export const systemClock: Clock = {
  now: machineClock.now,
  sleep: (ms, signal) => sleepBy(machineClock, ms, signal),
}

/**
 * Waits at least that many milliseconds: a timer may fire early, so what is left is slept again (§3.1).
 *
 * @throws the reason of the signal, when it aborts.
 */
export async function waitAtLeast(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const end = clock.now() + ms
  for (let left = ms; left > 0; left = end - clock.now()) {
    await clock.sleep(left, signal)
    signal?.throwIfAborted()
  }
}
