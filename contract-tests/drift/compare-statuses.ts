import { type Difference, either } from './drift.ts'
import { type Mixture, mixtureShift, timesOf } from './mixture.ts'
import type { ObservedAnswer, ObservedOperation } from './observed-schema.ts'
import { isRefusal, isServed } from './statuses.ts'

/** How often each status was seen, in either run. */
type StatusChange = { readonly before: Mixture; readonly after: Mixture }

/** How the statuses of an operation differ: of what it served, of what it refused, and what came or went besides. */
export function statusDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  const changes = [...servedChanges(earlier, now), ...refusalChanges(earlier, now)]
  const told = changes.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)])
  return [...changes.map(statusChanged), ...notedStatuses(earlier, now, told)]
}

/** An order is served with a status that may go by its state: so each state is held against itself. */
function servedChanges(earlier: ObservedOperation, now: ObservedOperation): StatusChange[] {
  const states = [...new Set(now.answers.map(({ state }) => state))]
  return states
    .map((state) => changeOf(earlier, now, (answer) => isServed(answer.status) && answer.state === state))
    .filter(({ before, after }) => mixtureShift(before, after, { enough: 1 }) === 'drift')
}

/** Where nothing is refused as it was, although the operation is served as before. */
function refusalChanges(earlier: ObservedOperation, now: ObservedOperation): StatusChange[] {
  const change = changeOf(earlier, now, ({ status }) => isRefusal(status))
  const { before, after } = change
  const isServedInBoth = [earlier, now].every(({ answers }) => answers.some(({ status }) => isServed(status)))
  const isRefusedInBoth = timesOf(before) > 0 && timesOf(after) > 0
  const isAnyTheSame = Object.keys(after).some((status) => status in before)
  return isServedInBoth && isRefusedInBoth && !isAnyTheSame ? [change] : []
}

function changeOf(
  earlier: ObservedOperation,
  now: ObservedOperation,
  isMeant: (answer: ObservedAnswer) => boolean,
): StatusChange {
  return { before: statusesOf(earlier, isMeant), after: statusesOf(now, isMeant) }
}

function statusesOf({ answers }: ObservedOperation, isMeant: (answer: ObservedAnswer) => boolean): Mixture {
  const statuses: Record<string, number> = {}
  for (const { status, seen } of answers.filter(isMeant)) statuses[status] = (statuses[status] ?? 0) + seen
  return statuses
}

function statusChanged({ before, after }: StatusChange): Difference {
  const [was, is] = [either(Object.keys(before)), either(Object.keys(after))]
  return { kind: 'status-changed', path: null, before: was, after: is, severity: 'drift' }
}

/** Statuses that one run alone saw, without those that were told already: what was not provoked, was not seen. */
function notedStatuses(
  earlier: ObservedOperation,
  now: ObservedOperation,
  told: readonly string[],
): Difference[] {
  const { before, after } = changeOf(earlier, now, () => true)
  const onlyIn = (one: Mixture, other: Mixture) =>
    Object.keys(one).filter((status) => !(status in other) && !told.includes(status))
  const was = either(Object.keys(before))
  return [
    ...onlyIn(after, before).map((status) => noted('status-came', was, `also ${status}`)),
    ...onlyIn(before, after).map((status) => noted('status-gone', `${status} at times`, 'never')),
  ]
}

function noted(kind: Difference['kind'], before: string, after: string): Difference {
  return { kind, path: null, before, after, severity: 'note' }
}
