import type { Difference } from './drift.ts'
import { type FieldPair, KIND_RULES } from './field-rules.ts'
import type { ObservedAnswer } from './observed-schema.ts'
import { enoughParents, enoughValues, isMap, presenceOf } from './places.ts'
import { presenceDifference } from './presence-rule.ts'

/** How the bodies of two runs differ, field by field, in the order of the paths. */
export function fieldDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const paths = [...new Set([...Object.keys(earlier.fields), ...Object.keys(now.fields)])].sort()
  return paths.flatMap((path) => differencesAt(path, earlier, now))
}

function differencesAt(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const [before, after] = [earlier.fields[path], now.fields[path]]
  const presence = presenceDifference({
    path,
    enough: enoughParents([earlier, now], path),
    earlier: presenceOf(earlier, path),
    now: presenceOf(now, path),
    kinds: { ...before?.kinds, ...after?.kinds },
  })
  if (before === undefined || after === undefined) return presence
  const enough = enoughValues([earlier, now], path)
  const pair: FieldPair = { path, enough, earlier: before.kinds, now: after.kinds }
  return [...presence, ...KIND_RULES.flatMap((rule) => rule(pair)), ...mapDifference(path, earlier, now)]
}

/** Where a name looks like data for the first time, names are no longer recorded: that must be seen. */
function mapDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  if (isMap(earlier.fields, path) || !isMap(now.fields, path)) return []
  const wasEmpty = !Object.keys(earlier.fields).some((known) => known.startsWith(`${path}/`))
  if (wasEmpty) return []
  const [before, after] = ['an object with named members', 'a map']
  return [{ kind: 'became-map', path, before, after, severity: 'note' }]
}
