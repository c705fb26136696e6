import type { KeyClock } from '../mock-server/sandbox/control.ts'
import type { SandboxTime } from '../mock-server/store/sandbox-clock.ts'
import type { Clock } from '../reference-client/clock.ts'

/**
 * The time of one key. It stands still until it is moved, and whoever is handed it as the clock of a client sleeps by
 * it: a sleep moves it on at once, so that no real second passes.
 */
export type PartnerClock = KeyClock & Clock & { readonly time: SandboxTime }

/**
 * The clock of a key, as a client can sleep by it.
 *
 * @param timeOf tells the time of the key at once.
 */
export function partnerClock(clock: KeyClock, timeOf: () => SandboxTime): PartnerClock {
  return {
    get time() {
      return timeOf()
    },
    read: clock.read,
    advance: clock.advance,
    freeze: clock.freeze,
    resume: clock.resume,
    run: clock.run,
    now: () => timeOf().now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      await clock.advance(milliseconds / 1000)
    },
  }
}
