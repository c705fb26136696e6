import { type Clock, type ManualClock, sleepBy, systemClock } from '../../contract/clock.ts'

/** Time as a run sees it: a clock, and the waiting that the API asks for. Milliseconds. */
export type Pace = {
  now(): number
  /** Rejects at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export function paceOf(clock: Clock): Pace {
  return {
    now: clock.now,
    sleep: (milliseconds, signal) => sleepBy(clock, milliseconds, signal),
  }
}

export const realPace: Pace = paceOf(systemClock)

/** Virtual time that only waiting advances: for a server in this process that uses the same clock. */
export function advancedPace(clock: ManualClock): Pace {
  return {
    now: clock.now,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted()
      clock.advance(milliseconds)
    },
  }
}
