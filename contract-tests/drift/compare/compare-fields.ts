import { ENOUGH } from '../counts.ts'
import { inWords, kindsIn, valuesSeen } from '../kinds.ts'
import { ENTRY, ITEM, type ObservedAnswer } from '../observed-schema.ts'
import { type Difference, fieldName } from './drift.ts'
import { shiftBetween, shiftInWords, type Tally } from './share.ts'
import { VALUE_RULES } from './value-rules.ts'

type Fields = ObservedAnswer['fields']

/** How the bodies of two runs differ, field by field, in the order of the paths. */
export function fieldDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const paths = [...new Set([...Object.keys(earlier.fields), ...Object.keys(now.fields)])].sort()
  return paths.flatMap((path) => [
    ...presenceDifference(path, earlier, now),
    ...valueDifferences(path, earlier, now),
    ...mapDifference(path, earlier, now),
  ])
}

/** Whether a field was added, removed, or became optional or required. */
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

/** Reports an object that became a map, since the names of its members are no longer recorded. */
function mapDifference(path: string, earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  if (isMap(earlier.fields, path) || !isMap(now.fields, path)) return []
  const hadMembers = Object.keys(earlier.fields).some((known) => known.startsWith(`${path}/`))
  const [before, after] = ['an object with named members', 'a map']
  return hadMembers ? [{ subject: fieldName(path), before, after, severity: 'note' }] : []
}

/** How often a parent had the field; undefined if that is not known. */
function presenceOf({ fields, bounds }: ObservedAnswer, path: string): Tally | undefined {
  const parent = parentOf(path)
  if (parent === undefined || isOneOfMany(path) || bounds.includes('fields')) return undefined
  const field = fields[path]
  if (field !== undefined) return { with: valuesSeen(field.kinds), without: field.absent }
  // A map may have the member without recording its name.
  if (isMap(fields, parent)) return undefined
  return { with: 0, without: fields[parent]?.kinds.object ?? 0 }
}

/** Whether the objects at a place are maps. */
function isMap(fields: Fields, path: string): boolean {
  return fields[`${path}/${ENTRY}`] !== undefined
}

/**
 * How many parents of a field must have been seen before one run can contradict another. One is enough if every answer
 * has the parent, since each run asks for the same. The content of a list, a map or an optional object is data: it
 * needs four.
 */
function enoughParents(answers: readonly ObservedAnswer[], path: string): number {
  return answers.every(({ fields }) => isInEveryAnswer(fields, parentOf(path))) ? 1 : ENOUGH
}

/** How many values must have been seen: one if every answer has the field once, otherwise four. */
function enoughValues(answers: readonly ObservedAnswer[], path: string): number {
  const isMissing = answers.some(({ fields }) => (fields[path]?.absent ?? 0) > 0)
  return isMissing || isOneOfMany(path) ? ENOUGH : enoughParents(answers, path)
}

function isInEveryAnswer(fields: Fields, path: string | undefined): boolean {
  if (path === undefined) return true
  const { absent, kinds } = fields[path] ?? { absent: 0, kinds: {} }
  const isAlwaysThere = absent === 0 && kinds.object !== undefined && Object.keys(kinds).length === 1
  return isAlwaysThere && !isOneOfMany(path) && isInEveryAnswer(fields, parentOf(path))
}

function isOneOfMany(path: string): boolean {
  return path.endsWith(`/${ITEM}`) || path.endsWith(`/${ENTRY}`)
}

function parentOf(path: string): string | undefined {
  return path === '' ? undefined : path.slice(0, path.lastIndexOf('/'))
}
