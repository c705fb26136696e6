import { type Clock, manualClock } from '../../contract/clock.ts'

/** Whoever waits longer than this, in milliseconds, sets a limit. */
const LONGEST_WAIT_MS = 60_000

/**
 * A clock by which nobody has to wait: it goes on to the end of the next wait as soon as there is one. What answers to the
 * run has to look at the same clock.
 */
export function waitlessClock(): Clock {
  const { now, after, advance } = manualClock(Math.floor(Date.now()))
  return {
    now,
    after(milliseconds, wake) {
      const at = now() + Math.ceil(milliseconds)
      if (milliseconds <= LONGEST_WAIT_MS) setImmediate(() => advance(Math.max(0, at - now())))
      return after(milliseconds, wake)
    },
  }
}
