import { type Clock, systemClock } from '../clock.ts'

/** At more, a busy machine passes the two seconds of an order while an answer is on its way. */
const TIMES_AS_FAST = 8
const BEGAN_AT = systemClock.now()

/** A clock that runs fast, for what waits in real time for a target that looks at none, or at this one. */
export const FAST_CLOCK: Clock = {
  now: () => BEGAN_AT + (systemClock.now() - BEGAN_AT) * TIMES_AS_FAST,
  after: (milliseconds, wake) => systemClock.after(milliseconds / TIMES_AS_FAST, wake),
}
