import type { Course, Scenario } from '../contract/scenario/scenario.ts'
import type { Fault } from '../contract/wire/fault.ts'

/** The least time that a scenario takes, in seconds: its phases and every delayed answer, for each purchase. */
export function secondsOf({ course, laterCourse = course, faults, purchases }: Scenario): number {
  const held = faults.reduce((sum, fault) => sum + heldSeconds(fault), 0)
  return courseSeconds(course) + (purchases - 1) * courseSeconds(laterCourse) + purchases * held
}

function courseSeconds({ processing, hiddenForSeconds = 0 }: Course): number {
  const passed = processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
  return Math.max(passed, hiddenForSeconds)
}

/** A fault without a limit counts once, since no client can wait for its end. */
function heldSeconds({ does, times }: Fault): number {
  const each =
    does.kind === 'stall' || does.kind === 'dribble'
      ? does.seconds
      : does.kind === 'refuse'
        ? (does.retryAfterSeconds ?? 0)
        : 0
  return each * (times ?? 1)
}
