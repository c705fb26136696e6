import { type Difference, either } from './drift.ts'
import type { ObservedOperation, ObservedValues } from './observed-schema.ts'

/** Which values of the documented fields are new, and which were not seen again. */
export function valueDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  return now.values.flatMap((after) => {
    const before = earlier.values.find(({ path }) => path === after.path)
    const areRead = before !== undefined && before.seen.length > 0 && after.seen.length > 0
    return areRead ? [...cameIn(before, after), ...goneFrom(before, after)] : []
  })
}

/** A value that the reference or the profile names is expected: it had only not been seen yet. */
function cameIn(before: ObservedValues, after: ObservedValues): Difference[] {
  if (before.more) return []
  const named = [...before.named, ...after.named]
  return after.seen
    .filter((value) => !before.seen.includes(value))
    .map((value) => ({
      kind: 'value-came',
      path: after.path,
      before: either(before.seen),
      after: `also ${value}`,
      severity: named.includes(value) ? 'note' : 'drift',
    }))
}

function goneFrom(before: ObservedValues, after: ObservedValues): Difference[] {
  if (after.more) return []
  return before.seen
    .filter((value) => !after.seen.includes(value))
    .map((value) => ({
      kind: 'value-gone',
      path: after.path,
      before: `${value} at times`,
      after: 'never',
      severity: 'note',
    }))
}
