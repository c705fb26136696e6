import { type Difference, fieldName } from './drift.ts'
import { inWords, kindsIn } from './kinds.ts'
import type { ObservedAnswer } from './observed-schema.ts'
import { enoughParents, enoughValues, isMap, presenceOf } from './places.ts'
import { shiftBetween, shiftInWords } from './share.ts'
import { VALUE_RULES } from './value-rules.ts'

/** How the bodies of two runs differ, field by field, in the order of the paths. */
export function fieldDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const paths = [...new Set([...Object.keys(earlier.fields), ...Object.keys(now.fields)])].sort()
  return paths.flatMap((path) => [
    ...presenceDifference(path, earlier, now),
    ...valueDifferences(path, earlier, now),
    ...mapDifference(path, earlier, now),
  ])
}

/** Whether a field came, went, became optional or required. */
function presenceDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const [before, after] = [presenceOf(earlier, path), presenceOf(now, path)]
  if (before === undefined || after === undefined) return []
  const shifted = shiftBetween(before, after, enoughParents([earlier, now], path))
  if (shifted === undefined) return []
  const kinds = kindsIn({ ...earlier.fields[path]?.kinds, ...now.fields[path]?.kinds })
  const words = { what: inWords(kinds), nothing: 'absent', always: 'always there' }
  return [{ subject: fieldName(path), ...shiftInWords(shifted.shift, words), severity: shifted.severity }]
}

function valueDifferences(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const [before, after] = [earlier.fields[path]?.kinds, now.fields[path]?.kinds]
  if (before === undefined || after === undefined) return []
  const enough = enoughValues([earlier, now], path)
  return VALUE_RULES.flatMap((rule) => rule({ path, enough, earlier: before, now: after }))
}

/** Where an object becomes a map, the names of its members are no longer recorded: the reader must know. */
function mapDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  if (isMap(earlier.fields, path) || !isMap(now.fields, path)) return []
  const hadMembers = Object.keys(earlier.fields).some((known) => known.startsWith(`${path}/`))
  const [before, after] = ['an object with named members', 'a map']
  return hadMembers ? [{ subject: fieldName(path), before, after, severity: 'note' }] : []
}
