import type { Clock } from '../../contract/clock.ts'

/** A time from a clock that may be put back: it does not go back, and continues at the clock's rate. */
export type SteadyTime = {
  /** Milliseconds since the Unix epoch; never less than before. */
  now(): number
  /** By how many milliseconds it is ahead of the clock. */
  readonly aheadMs: number
}

/**
 * Makes a time that never goes back from a clock.
 *
 * @param from where it was when it was last kept: how far ahead of the clock, and the latest moment that was shown.
 *
 * @example
 * const time = steadyTime(systemClock)
 * time.now()
 */
export function steadyTime(
  clock: Pick<Clock, 'now'>,
  from = { aheadMs: 0, shown: Number.NEGATIVE_INFINITY },
): SteadyTime {
  let { aheadMs, shown } = from
  return {
    now() {
      const now = clock.now() + aheadMs
      if (now < shown) aheadMs += shown - now
      else shown = now
      return shown
    },
    get aheadMs() {
      return aheadMs
    },
  }
}
