import { childPointer, isObject, type JsonPointer, readPointer } from '../../contract/wire/json-pointer.ts'

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

/** Every place below the `data` object of a body (§2). */
export function placesBelowData(document: unknown): readonly Place[] {
  return placesBelow(document, '/data')
}

/**
 * Every place below an object, the least deep first, and in document order. Of a list, only its first entry. A body
 * that is too large or too deep is not read to its end.
 */
export function placesBelow(document: unknown, pointer: JsonPointer): readonly Place[] {
  const root = readPointer(document, pointer)
  const places = Array.isArray(root) ? [] : childrenOf(root, { pointer, path: [], isInList: false })
  // The list grows while it is walked: a breadth-first search.
  for (const place of places) {
    if (place.path.length >= DEEPEST || places.length >= MOST_PLACES) continue
    places.push(...childrenOf(place.value, place))
  }
  return places
}

type Way = Pick<Place, 'pointer' | 'path' | 'isInList'>

function childrenOf(value: unknown, way: Way): Place[] {
  if (Array.isArray(value)) {
    const [first] = value
    return first === undefined ? [] : [{ ...child(way, '0', first), isInList: true }]
  }
  // A profile reads a number as an index, and can't point to a member with an empty name.
  const members = Object.entries(isObject(value) ? value : {}).slice(0, MOST_MEMBERS)
  return members
    .filter(([name]) => name !== '' && !/^\d+$/.test(name))
    .map(([name, member]) => child(way, name, member))
}

function child({ pointer, path, isInList }: Way, name: string, value: unknown): Place {
  return { pointer: childPointer(pointer, name), path: [...path, name], name, value, isInList }
}

/** In lower case: `unitPrice_minor` is `unit`, `price`, `minor`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}
