import { is2xx } from '../../../contract/judging/said.ts'
import type { ObservedAnswer, ObservedOperation, ObservedValues } from '../observed-schema.ts'
import { type Difference, either } from './drift.ts'
import { shiftBetween, shiftInWords, type Tally } from './share.ts'

/** Which values of the documented fields are new, and which were not seen again. */
export function valueDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  return now.values.flatMap((after) => {
    const before = earlier.values.find(({ path }) => path === after.path)
    if (before === undefined || before.seen.length === 0 || after.seen.length === 0) return []
    return [...newValues(before, after), ...goneValues(before, after)]
  })
}

/** A value that the reference or the profile names is expected; it just was not seen yet. */
function newValues(before: ObservedValues, after: ObservedValues): Difference[] {
  if (before.more) return []
  const named = [...before.named, ...after.named]
  return after.seen
    .filter((value) => !before.seen.includes(value))
    .map((value) => ({
      subject: after.path,
      before: either(before.seen),
      after: `also ${value}`,
      severity: named.includes(value) ? 'note' : 'drift',
    }))
}

function goneValues(before: ObservedValues, after: ObservedValues): Difference[] {
  if (after.more) return []
  return before.seen
    .filter((value) => !after.seen.includes(value))
    .map((value) => ({
      subject: after.path,
      before: `${value} at times`,
      after: 'never',
      severity: 'note',
    }))
}

/** Whether the state of an order can be read at its documented position (§4.1): it could not before, or no longer can. */
export function stateDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  const shifted = shiftBetween(readableStates(earlier), readableStates(now), 1)
  const [state] = now.values
  if (shifted === undefined || state === undefined) return []
  const words = { what: 'a state', nothing: 'no state', always: 'a state' }
  return [{ subject: state.path, ...shiftInWords(shifted.shift, words), severity: shifted.severity }]
}

/** How many served answers had a state, and how many did not. */
function readableStates({ answers }: ObservedOperation): Tally {
  const served = answers.filter(({ status }) => is2xx(status))
  const timesOf = (some: readonly ObservedAnswer[]) => some.reduce((sum, { seen }) => sum + seen, 0)
  return {
    with: timesOf(served.filter(({ state }) => state !== null)),
    without: timesOf(served.filter(({ state }) => state === null)),
  }
}
