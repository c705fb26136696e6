import { childPointer } from '../../../contract/wire/json-pointer.ts'
import { recordedCount, recordedCounts, recordOf } from '../counts.ts'
import { kindOf } from '../kinds.ts'
import { ENTRY, ITEM, type ObservedAnswer } from '../observed-schema.ts'
import type { Names } from './recorded-text.ts'

/** The maximum depth that is read; `/data/order/order/status` has depth four. */
const DEEPEST = 12
/** The maximum number of recorded fields, those nearest to the top first. */
const MOST_FIELDS = 500
/** An object with more members is a map. */
const MOST_NAMES = 50

/** A place in all bodies, and every value there. */
type Place = { readonly path: string; readonly absent: number; readonly values: readonly unknown[] }

/**
 * The fields of some bodies by path, and the limits that were reached. The order of the bodies makes no difference.
 *
 * @param bodies parsed from JSON; `undefined` for a body that is not JSON.
 */
export function observedFields(
  bodies: readonly unknown[],
  names: Names,
): Pick<ObservedAnswer, 'bounds' | 'fields'> {
  const bounds: ObservedAnswer['bounds'] = []
  const places: Place[] = []
  let level: readonly Place[] = [{ path: '', absent: 0, values: bodies }]
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const inOrder = level.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    const read = inOrder.slice(0, MOST_FIELDS - places.length)
    if (read.length < level.length) bounds.push('fields')
    places.push(...read)
    level = read.flatMap((place) => childrenOf(place, names))
  }
  if (level.length > 0) bounds.push('depth')
  return { bounds: bounds.sort(), fields: recordOf(places.map(fieldAt)) }
}

function fieldAt({ path, absent, values }: Place) {
  return [path, { absent: recordedCount(absent), kinds: recordedCounts(values.map(kindOf)) }] as const
}

function childrenOf({ path, values }: Place, names: Names): Place[] {
  const items = values.filter((value) => Array.isArray(value)).flat()
  const objects = values.filter((value) => kindOf(value) === 'object')
  // Safe: the kind was checked.
  const members = membersOf(path, objects as Readonly<Record<string, unknown>>[], names)
  return items.length === 0 ? members : [{ path: `${path}/${ITEM}`, absent: 0, values: items }, ...members]
}

function membersOf(
  path: string,
  objects: readonly Readonly<Record<string, unknown>>[],
  names: Names,
): Place[] {
  const all = objects.flatMap((object) => Object.entries(object))
  const byName = Map.groupBy(all, ([name]) => name)
  const isData = (name: string) => names.isData(name) && !names.isDocumented(name)
  const isMap = byName.size > MOST_NAMES || [...byName.keys()].some(isData)
  const hasName = (name: string) => !isMap || names.isDocumented(name)
  const entry = `${path}/${ENTRY}`
  const byPath = Map.groupBy(all, ([name]) => (hasName(name) ? childPointer(path, name) : entry))
  return [...byPath].map(([member, members]) => ({
    path: member,
    absent: member === entry ? 0 : objects.length - members.length,
    values: members.map(([, value]) => value),
  }))
}
