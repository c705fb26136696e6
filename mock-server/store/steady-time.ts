import type { Clock } from '../../contract/clock.ts'

/** The time of a clock that may be put back: this one stays where it is then, and goes on at the clock's rate. */
export type SteadyTime = {
  /** Milliseconds since the Unix epoch; never less than it was. */
  now(): number
  /** By how many milliseconds it is ahead of the clock. */
  readonly aheadMs: number
}

/**
 * Makes a time that never goes back of a clock.
 *
 * @param from where it was when it was last kept: how far ahead of the clock, and the latest moment that was shown.
 *
 * @example
 * const time = steadyTime(systemClock)
 * time.now()
 */
export function steadyTime(
  clock: Pick<Clock, 'now'>,
  from: { readonly aheadMs: number; readonly shown: number } = {
    aheadMs: 0,
    shown: Number.NEGATIVE_INFINITY,
  },
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
