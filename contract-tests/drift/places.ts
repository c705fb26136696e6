import { ENOUGH } from './counts.ts'
import { timesOf } from './kinds.ts'
import { ENTRY, ITEM, type ObservedAnswer } from './observed-schema.ts'
import type { Tally } from './share.ts'

type Fields = ObservedAnswer['fields']

/** How often a field was there in its parent; undefined where that can't be said. */
export function presenceOf({ fields, bounds }: ObservedAnswer, path: string): Tally | undefined {
  const parent = parentOf(path)
  if (parent === undefined || isOneOfMany(path) || bounds.includes('fields')) return undefined
  const field = fields[path]
  if (field !== undefined) return { with: timesOf(field.kinds), without: field.absent }
  // In a map, a member without a name of its own may be there.
  if (isMap(fields, parent)) return undefined
  return { with: 0, without: fields[parent]?.kinds.object ?? 0 }
}

/** Whether the objects at a place are maps. */
export function isMap(fields: Fields, path: string): boolean {
  return fields[`${path}/${ENTRY}`] !== undefined
}

/** Whether members of a map stand at a place, or on the way to it: they need not be alike. */
export function isBelowMap(path: string): boolean {
  return path.split('/').includes(ENTRY)
}

/**
 * How many parents of a field must have been seen before one run can contradict another. One is enough where every
 * answer has the parent: each run asks for the same. What stands in a list, a map or an object that is not always there
 * is data, and takes four.
 */
export function enoughParents(answers: readonly ObservedAnswer[], path: string): number {
  return answers.every(({ fields }) => isInEveryAnswer(fields, parentOf(path))) ? 1 : ENOUGH
}

/** How many values must have been seen: one where every answer has the field once, four elsewhere. */
export function enoughValues(answers: readonly ObservedAnswer[], path: string): number {
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
