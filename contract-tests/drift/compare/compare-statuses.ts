import { is2xx } from '../../../contract/judging/said.ts'
import type { ObservedAnswer, ObservedOperation } from '../observed-schema.ts'
import { isRefusal } from '../statuses.ts'
import { type Difference, either } from './drift.ts'

/** The statuses of either run. */
type StatusPair = { readonly before: readonly string[]; readonly after: readonly string[] }

/** How the statuses of an operation differ: of served and of refused requests, and other new or missing ones. */
export function statusDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  const changed = [...servedPairs(earlier, now), ...refusalPairs(earlier, now)].filter(isReplaced)
  const reported = changed.flatMap(({ before, after }) => [...before, ...after])
  const { before, after } = pairOf(earlier, now, ({ status }) => !reported.includes(`${status}`))
  const was = either(statusesOf(earlier, () => true))
  return [
    ...changed.map(({ before, after }) => difference(either(before), either(after), 'drift')),
    // A status that was not provoked can't be compared.
    ...without(after, before).map((status) => difference(was, `also ${status}`, 'note')),
    ...without(before, after).map((status) => difference(`${status} at times`, 'never', 'note')),
  ]
}

/** The HTTP status may depend on the order's state: each state is compared with itself. */
function servedPairs(earlier: ObservedOperation, now: ObservedOperation): StatusPair[] {
  const states = [...new Set(now.answers.map(({ state }) => state))]
  return states.map((state) =>
    pairOf(earlier, now, (answer) => is2xx(answer.status) && answer.state === state),
  )
}

/** Refusals are comparable only if both runs were served by the operation. */
function refusalPairs(earlier: ObservedOperation, now: ObservedOperation): StatusPair[] {
  const isServedInBoth = [earlier, now].every(({ answers }) => answers.some(({ status }) => is2xx(status)))
  return isServedInBoth ? [pairOf(earlier, now, ({ status }) => isRefusal(status))] : []
}

/** Another content type is drift, a second one is a note. */
export function contentTypeDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const [before, after] = [Object.keys(earlier.contentTypes), Object.keys(now.contentTypes)]
  if (without(before, after).length === 0 && without(after, before).length === 0) return []
  const severity = isReplaced({ before, after }) ? 'drift' : 'note'
  return [{ subject: 'the content type', before: either(before), after: either(after), severity }]
}

/** Whether both runs saw some, and none of the earlier ones was seen again. */
function isReplaced({ before, after }: StatusPair): boolean {
  return before.length > 0 && after.length > 0 && without(before, after).length === before.length
}

function pairOf(
  earlier: ObservedOperation,
  now: ObservedOperation,
  isMeant: (answer: ObservedAnswer) => boolean,
): StatusPair {
  return { before: statusesOf(earlier, isMeant), after: statusesOf(now, isMeant) }
}

function statusesOf({ answers }: ObservedOperation, isMeant: (answer: ObservedAnswer) => boolean): string[] {
  return [...new Set(answers.filter(isMeant).map(({ status }) => `${status}`))]
}

function without(all: readonly string[], others: readonly string[]): string[] {
  return all.filter((one) => !others.includes(one))
}

function difference(before: string, after: string, severity: Difference['severity']): Difference {
  return { subject: 'the status', before, after, severity }
}
