import type { KeyClock } from '../mock-server/sandbox/control.ts'
import type { SandboxTime } from '../mock-server/store/sandbox-clock.ts'
import type { Clock } from '../reference-client/clock.ts'

/**
 * The time of one key. It changes only when it is moved. A client that uses it as its clock sleeps by
 * it: a sleep advances it at once, so that no real second passes.
 */
export type PartnerClock = KeyClock & Clock & { readonly time: SandboxTime }

/**
 * The clock of a key, as a client can sleep by it.
 *
 * @param timeOf the time of the key.
 */
export function partnerClock(clock: KeyClock, timeOf: () => SandboxTime): PartnerClock {
  return {
    ...clock,
    get time() {
      return timeOf()
    },
    now: () => timeOf().now,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      await clock.advance(milliseconds / 1000)
    },
  }
}
