import type { KeyClock } from '../mock-server/control.ts'
import type { Clock } from '../reference-client/clock.ts'

/**
 * The time of one key. It stands still until it is moved, and whoever is handed it as the clock of a client sleeps by
 * it: a sleep moves it on at once, so that no real second passes.
 */
export type PartnerClock = KeyClock & Clock

/** The clock of a key, as a client can sleep by it. */
export function partnerClock(clock: KeyClock): PartnerClock {
  return {
    get time() {
      return clock.time
    },
    advance: clock.advance,
    freeze: clock.freeze,
    resume: clock.resume,
    run: clock.run,
    now: () => clock.time.now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      await clock.advance(milliseconds / 1000)
    },
  }
}
