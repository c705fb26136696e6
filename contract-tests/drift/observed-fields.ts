import { redactor } from '../../contract/text/redact.ts'
import { childPointer } from '../../contract/wire/json-pointer.ts'
import { kindOf } from './kinds.ts'
import { ENOUGH, ENTRY, ITEM, type ObservedAnswer } from './observed.ts'

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
  const fields = places.map(({ path, absent, values }) => {
    const kinds = recordedCounts(values.map(kindOf))
    return [path, { absent: recordedCount(absent), kinds }] as const
  })
  return { bounds: bounds.sort(), fields: recordOf(fields) }
}

function childrenOf({ path, values }: Place, names: Names): Place[] {
  const items = values.filter((value) => Array.isArray(value)).flat()
  // Safe: the kind is checked.
  const objects = values.filter((value) => kindOf(value) === 'object') as Readonly<Record<string, unknown>>[]
  const all = objects.flatMap((object) => Object.entries(object))
  const distinct = [...new Set(all.map(([name]) => name))]
  const isMap =
    distinct.length > MOST_NAMES || distinct.some((name) => names.isData(name) && !names.isDocumented(name))
  const entry = `${path}/${ENTRY}`
  const byPath = Map.groupBy(all, ([name]) =>
    !isMap || names.isDocumented(name) ? childPointer(path, name) : entry,
  )
  const members = [...byPath].map(([member, entries]) => ({
    path: member,
    absent: member === entry ? 0 : objects.length - entries.length,
    values: entries.map(([, value]) => value),
  }))
  return items.length === 0 ? members : [{ path: `${path}/${ITEM}`, absent: 0, values: items }, ...members]
}

/** A count as it is recorded: 4 is four or more. */
export function recordedCount(count: number): number {
  return Math.min(count, ENOUGH)
}

/** How often each key occurred, as it is recorded. */
export function recordedCounts<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const counted = [...Map.groupBy(keys, (key) => key)]
  return recordOf(counted.map(([key, times]) => [key, recordedCount(times.length)] as const))
}

/** A record in the order of its keys by code unit: the same on every machine. */
function recordOf<Key extends string, Value>(entries: readonly (readonly [Key, Value])[]) {
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  // Object.fromEntries() forgets the type of the keys.
  return Object.fromEntries(sorted) as Record<Key, Value>
}

const LONGEST_NAME = 40
const MOST_DIGITS = 4
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u

/** Which names of members are recorded, and which are data such as a SKU, a reference or a key. */
export type Names = {
  isData(name: string): boolean
  /** Whether the reference or the profile names it: then it is recorded in any form. */
  isDocumented(name: string): boolean
}

/**
 * Distinguishes names of members from data. A name is an identifier of at most 40 characters with a lower-case letter and at
 * most four digits. SKUs of the catalogue and texts that contain a key are data.
 *
 * @param documented the names that the reference or the profile names.
 * @param skus the SKUs of the catalogue.
 * @param secrets keys that no name may contain, in addition to any text that looks like one.
 *
 * @example
 * const names = memberNames(new Set(), new Set(['steam']), [])
 * names.isData('balance') // false
 * names.isData('CARD-USD-25') // true
 */
export function memberNames(
  documented: ReadonlySet<string>,
  skus: ReadonlySet<string>,
  secrets: readonly string[],
): Names {
  const clean = redactor(secrets)
  return {
    isData: (name) => skus.has(name) || !isIdentifier(name) || clean(name) !== name,
    isDocumented: (name) => documented.has(name) && clean(name) === name,
  }
}

function isIdentifier(name: string): boolean {
  const digits = name.match(/\d/g) ?? []
  const isShort = name.length <= LONGEST_NAME && digits.length <= MOST_DIGITS
  return isShort && NAME.test(name) && /\p{Ll}/u.test(name)
}
