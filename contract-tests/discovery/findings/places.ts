import { childPointer, isObject, type JsonPointer, readPointer } from '../../../contract/wire/json-pointer.ts'

/** A place in a body that a profile can point to, below the start of the search. */
export type Place = {
  readonly pointer: JsonPointer
  /** The names on the way to it. */
  readonly path: readonly string[]
  readonly name: string
  readonly value: unknown
  /** Whether the way to it leads through a list: then there may be others like it. */
  readonly isInList: boolean
}

const DEEPEST = 8
const MOST_PLACES = 20_000
const MOST_MEMBERS = 1000

/**
 * Every place below the `data` object of a body (§2).
 *
 * @example
 * placesBelowData({ data: { price: { amount: '25.00' } } }).map(({ pointer }) => pointer)
 * // ['/data/price', '/data/price/amount']
 */
export function placesBelowData(document: unknown): readonly Place[] {
  return placesBelow(document, '/data')
}

/**
 * Every place below an object, the least deep first, and in document order. Of a list, only its first entry. A body
 * that is too large or too deep is not read to its end.
 */
export function placesBelow(document: unknown, pointer: JsonPointer): readonly Place[] {
  const places = membersOf(readPointer(document, pointer), { pointer, path: [], isInList: false })
  // The list grows while it is walked: a breadth-first search.
  for (const place of places) {
    if (place.path.length >= DEEPEST || places.length >= MOST_PLACES) continue
    places.push(...(Array.isArray(place.value) ? firstEntryOf(place) : membersOf(place.value, place)))
  }
  return places
}

type Way = Pick<Place, 'pointer' | 'path' | 'isInList'>

function membersOf(value: unknown, way: Way): Place[] {
  if (!isObject(value)) return []
  return Object.entries(value)
    .slice(0, MOST_MEMBERS)
    .filter(([name]) => isMemberName(name))
    .map(([name, member]) => child(way, name, member))
}

function firstEntryOf(place: Place): Place[] {
  const [first] = place.value as readonly unknown[]
  return first === undefined ? [] : [{ ...child(place, '0', first), isInList: true }]
}

function child(way: Way, name: string, value: unknown): Place {
  return {
    pointer: childPointer(way.pointer, name),
    path: [...way.path, name],
    name,
    value,
    isInList: way.isInList,
  }
}

/** A profile reads a number as an index, and can't point to a member with an empty name. */
function isMemberName(name: string): boolean {
  return name !== '' && !/^\d+$/.test(name)
}
