import { type Clock, systemClock } from '../clock.ts'

const TIMES_AS_FAST = 20
const BEGAN_AT = systemClock.now()

/** A clock that runs fast, for what waits in real time for a target that looks at none, or at this one. */
export const FAST_CLOCK: Clock = {
  now: () => BEGAN_AT + (systemClock.now() - BEGAN_AT) * TIMES_AS_FAST,
  after: (milliseconds, wake) => systemClock.after(milliseconds / TIMES_AS_FAST, wake),
}
