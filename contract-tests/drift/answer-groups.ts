import { rounded, roundedCounts } from './counts.ts'
import { fieldsOf } from './fields-of.ts'
import type { ObservedAnswer } from './observed-schema.ts'
import { emptyShape, mergeShape, type Names, type Shape } from './shape.ts'

/** All answers of an operation with one status and one state, added up. */
export type AnswerGroup = {
  readonly status: number
  readonly state: string | null
  seen: number
  readonly contentTypes: Map<string, number>
  readonly shape: Shape
}

/** As many states are told apart, and as many values of a documented field recorded, the named ones first. */
export const MOST_VALUES = 20
/** Stands for every state beyond those. */
const MORE_STATES = '(more)'

/** A group of no answers yet. */
export function emptyGroup(status: number, state: string | null): AnswerGroup {
  return { status, state, seen: 0, contentTypes: new Map(), shape: emptyShape() }
}

/** Adds an answer to a group. */
export function addAnswer(group: AnswerGroup, mediaType: string, shape: Shape, names: Names): void {
  mergeGroup(group, { seen: 1, contentTypes: new Map([[mediaType, 1]]), shape }, names)
}

function mergeGroup(
  into: AnswerGroup,
  { seen, contentTypes, shape }: Pick<AnswerGroup, 'seen' | 'contentTypes' | 'shape'>,
  names: Names,
): void {
  into.seen += seen
  for (const [type, times] of contentTypes) {
    into.contentTypes.set(type, (into.contentTypes.get(type) ?? 0) + times)
  }
  mergeShape(into.shape, shape, names)
}

/**
 * Groups as they are recorded, in the order of status and state.
 *
 * @param named the states that have a place before any others.
 * @param names the names as they are known in the end: what was taken for a name may be data.
 */
export function recordedGroups(
  groups: readonly AnswerGroup[],
  named: readonly string[],
  names: Names,
): ObservedAnswer[] {
  const states = new Set(groups.flatMap(({ state }) => (state === null ? [] : [state])))
  const kept = new Set<string | null>([null, ...firstValues(states, named)])
  const recorded = new Map<string, AnswerGroup>()
  for (const group of groups) {
    const state = kept.has(group.state) ? group.state : MORE_STATES
    const id = JSON.stringify([group.status, state])
    const into = recorded.get(id) ?? emptyGroup(group.status, state)
    recorded.set(id, into)
    mergeGroup(into, group, names)
  }
  return [...recorded.values()].sort(byStatusAndState).map(recordedGroup)
}

function recordedGroup({ status, state, seen, contentTypes, shape }: AnswerGroup): ObservedAnswer {
  return {
    status,
    state,
    seen: rounded(seen),
    contentTypes: roundedCounts(contentTypes),
    ...fieldsOf(shape),
  }
}

function byStatusAndState(one: AnswerGroup, other: AnswerGroup): number {
  if (one.status !== other.status) return one.status - other.status
  return (one.state ?? '') < (other.state ?? '') ? -1 : 1
}

/** The values that are recorded of all that were seen: the named ones first, then by the alphabet; sorted. */
export function firstValues(seen: ReadonlySet<string>, named: readonly string[]): string[] {
  const known = named.filter((value) => seen.has(value))
  const others = [...seen].filter((value) => !named.includes(value)).sort()
  return [...new Set([...known, ...others])].slice(0, MOST_VALUES).sort()
}
