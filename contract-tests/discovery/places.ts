import { childPointer, isObject, type JsonPointer, readPointer } from '../../contract/wire/json-pointer.ts'

/** A place in a body that a profile can point to. */
export type Place = {
  readonly pointer: JsonPointer
  /** The names on the way to the place; the last one is its own. */
  readonly path: readonly string[]
  readonly value: unknown
}

const DEEPEST = 8
const MOST_PLACES = 20_000

/**
 * Every place below an object, by default below `data` (§2), from the top down. It does not enter lists, since a
 * profile points to a single place. Of a huge or very deep body, it visits only a part.
 */
export function placesBelow(document: unknown, pointer: JsonPointer = '/data'): readonly Place[] {
  const places = membersOf({ pointer, path: [], value: readPointer(document, pointer) })
  // Appending while iterating makes this a breadth-first search.
  for (const place of places)
    if (place.path.length < DEEPEST && places.length < MOST_PLACES) places.push(...membersOf(place))
  return places
}

function membersOf({ pointer, path, value }: Place): Place[] {
  // A profile reads a number as an index, and can't point to a member with an empty name.
  const members = Object.entries(isObject(value) ? value : {}).filter(([name]) => /^(?!\d+$)./s.test(name))
  return members.slice(0, MOST_PLACES).map(([name, member]) => ({
    pointer: childPointer(pointer, name),
    path: [...path, name],
    value: member,
  }))
}

/** Splits names into words in lower case: `unitPrice_minor` into `unit`, `price` and `minor`. */
export function wordsOf(names: readonly string[]): readonly string[] {
  const parted = names.join(' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return parted.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
}

/** Names the other candidates, after the one that was chosen. */
export function others(places: readonly Place[]): string {
  const named = places.slice(0, 3).map(({ pointer }) => pointer)
  return named.length === 0 ? '' : ` (and others at ${named.join(', ')})`
}
