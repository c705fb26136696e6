import type { Kind } from './kinds.ts'

/** What stood at one place, over any number of answers: how often which kind, and what was below. Never a value. */
export type Shape = {
  readonly kinds: Map<Kind, number>
  /** The members of the objects at this place that have a name. */
  readonly members: Map<string, Shape>
  /** Every other member, all alike, where the objects at this place are maps. */
  entries: Shape | undefined
  /** Every item of the arrays at this place. */
  items: Shape | undefined
  /** What was not looked at, because a bound was hit. */
  readonly cut: Set<Cut>
}

/** A bound: below it was more than is looked at, or there were more fields. */
export type Cut = 'depth' | 'fields'

/** Which names are recorded. */
export type Names = {
  /** Whether a name is data, so that the object that holds it is a map. */
  isData(name: string): boolean
  /** Whether a name is documented, or named by the profile: it is recorded wherever it stands. */
  isDocumented(name: string): boolean
}

/** An object with more members than these is a map. */
export const MOST_NAMES = 50

/** The shape of nothing yet. */
export function emptyShape(): Shape {
  return { kinds: new Map(), members: new Map(), entries: undefined, items: undefined, cut: new Set() }
}

/** How often there was anything at a place. */
export function timesSeen(shape: Shape): number {
  return [...shape.kinds.values()].reduce((sum, times) => sum + times, 0)
}

/** Counts one more value, or several, of a kind. */
export function countKind(shape: Shape, kind: Kind, times = 1): void {
  shape.kinds.set(kind, (shape.kinds.get(kind) ?? 0) + times)
}

/** The place of a member; made by `create` where there is none yet. */
export function memberOf(
  shape: Shape,
  name: string,
  names: Names,
  create: () => Shape | undefined = emptyShape,
): Shape | undefined {
  const known = shape.members.get(name)
  if (known !== undefined) return known
  if (shape.entries !== undefined && !names.isDocumented(name)) return shape.entries
  const member = create()
  if (member === undefined) return undefined
  shape.members.set(name, member)
  const isMap = shape.members.size > MOST_NAMES || (names.isData(name) && !names.isDocumented(name))
  if (isMap) foldMembers(shape, names)
  return shape.members.get(name) ?? shape.entries
}

/** Makes a map of the objects at a place: from here on their members are alike, and only documented ones have a name. */
export function foldMembers(shape: Shape, names: Names): void {
  shape.entries ??= emptyShape()
  for (const [name, member] of shape.members) {
    if (names.isDocumented(name)) continue
    mergeShape(shape.entries, member, names)
    shape.members.delete(name)
  }
}

/**
 * Adds a shape to another. In whatever order shapes are added, the sum is the same: counts are sums, and what was once
 * a map stays one.
 */
export function mergeShape(into: Shape, from: Shape, names: Names): void {
  for (const [kind, times] of from.kinds) countKind(into, kind, times)
  for (const cut of from.cut) into.cut.add(cut)
  if (from.items !== undefined) {
    into.items ??= emptyShape()
    mergeShape(into.items, from.items, names)
  }
  if (from.entries !== undefined) {
    foldMembers(into, names)
    if (into.entries !== undefined) mergeShape(into.entries, from.entries, names)
  }
  for (const [name, member] of from.members) {
    const place = memberOf(into, name, names)
    if (place !== undefined) mergeShape(place, member, names)
  }
}
