import type { Clock } from '../clock.ts'

/** A clock that a sleep advances at once, and that remembers how long it slept. */
export type ManualClock = Clock & { readonly slept: number[] }

/**
 * A clock for tests.
 *
 * @param earlyByMs how much too early its sleeps end, as timers may, as long as more than that is asked for.
 *
 * @example
 * const clock = createManualClock()
 * await clock.sleep(2000)
 * clock.now() // 2000
 */
export function createManualClock(earlyByMs = 0): ManualClock {
  let now = 0
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms)
      now += ms > earlyByMs ? ms - earlyByMs : ms
    },
  }
}
