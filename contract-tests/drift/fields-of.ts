import { byKey, rounded, roundedCounts } from './counts.ts'
import type { ObservedAnswer, ObservedField } from './observed-schema.ts'
import { type Cut, type Shape, timesSeen } from './shape.ts'

/** As many fields of one kind of answer are recorded, those nearest to the top first. */
export const MOST_FIELDS = 500

/** Stands for every item of an array in a path. */
export const ITEM = '*'
/** Stands for every member of a map in a path. */
export const ENTRY = '{*}'

type Place = { readonly path: string; readonly field: ObservedField }

/** The fields of a shape by path, in the order of the paths, and the bounds that were hit. */
export function fieldsOf(shape: Shape): Pick<ObservedAnswer, 'bounds' | 'fields'> {
  const cuts = new Set<Cut>()
  const places: Place[] = []
  let level: readonly (readonly [path: string, shape: Shape, absent: number])[] = [['', shape, 0]]
  while (level.length > 0 && places.length <= MOST_FIELDS) {
    const inOrder = [...level].sort(byKey)
    places.push(...inOrder.map(([path, { kinds }, absent]) => placeOf(path, kinds, absent)))
    for (const [, { cut }] of inOrder) for (const bound of cut) cuts.add(bound)
    level = inOrder.flatMap(([path, parent]) => childrenOf(path, parent))
  }
  if (places.length > MOST_FIELDS) cuts.add('fields')
  const kept = places.slice(0, MOST_FIELDS).map(({ path, field }) => [path, field] as const)
  return { bounds: [...cuts].sort(), fields: Object.fromEntries(kept.sort(byKey)) }
}

function placeOf(path: string, kinds: Shape['kinds'], absent: number): Place {
  return { path, field: { absent: rounded(absent), kinds: roundedCounts(kinds) } }
}

function childrenOf(path: string, { kinds, members, entries, items }: Shape) {
  const objects = kinds.get('object') ?? 0
  const named = [...members].map(
    ([name, member]) => [`${path}/${escaped(name)}`, member, objects - timesSeen(member)] as const,
  )
  return [
    ...named,
    ...(entries === undefined ? [] : [[`${path}/${ENTRY}`, entries, 0] as const]),
    ...(items === undefined ? [] : [[`${path}/${ITEM}`, items, 0] as const]),
  ]
}

/** As RFC 6901, section 3, escapes a name. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
