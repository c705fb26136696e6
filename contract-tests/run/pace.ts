import { type ManualClock, systemClock } from '../../contract/clock.ts'

/** Time as the suite lives it: a clock, and the waiting that the API asks for. Milliseconds. */
export type Pace = {
  now(): number
  sleep(milliseconds: number): Promise<void>
}

/** Time as it passes. */
export const realPace: Pace = {
  now: systemClock.now,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Time that passes only by waiting, and costs none: for a server in this process that lives by the same clock. */
export function advancedPace(clock: ManualClock): Pace {
  return {
    now: clock.now,
    sleep: async (milliseconds) => clock.advance(milliseconds),
  }
}
