import { is2xx, isOfTheMoment } from '../../contract/judging/said.ts'
import type { DriftReport } from '../../contract/report/report.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import {
  type Difference,
  difference,
  fieldDifferences,
  shareDifference,
  type Tally,
} from './compare-fields.ts'
import type { Observed, ObservedAnswer, ObservedOperation } from './observed.ts'

/**
 * How two runs differ, in the order of the operations and paths. Two runs of an unchanged service do not differ by a
 * `drift`; what may differ between them is a `note`.
 */
export function compareObserved(earlier: Observed, now: Observed): DriftReport[] {
  const target = ({ baseUrl, reference }: Observed) => `${baseUrl} by reference ${reference}`
  const [before, after] = [target(earlier), target(now)]
  const sentence = `The target was ${before}, is now ${after}.`
  return [
    ...(before === after ? [] : [{ severity: 'note' as const, sentence }]),
    ...OPERATION_IDS.flatMap((id) => {
      const [was, is] = [earlier, now].map(({ operations }) => operations.find((one) => one.id === id))
      return operationDrifts(was, is)
    }),
  ]
}

function operationDrifts(earlier?: ObservedOperation, now?: ObservedOperation): DriftReport[] {
  if (now === undefined || earlier === undefined) {
    const called = (one?: ObservedOperation) => (one === undefined ? 'not called' : 'called')
    const { call } = earlier ?? now ?? {}
    return call === undefined
      ? []
      : [driftAt(call, difference('the operation', called(earlier), called(now)))]
  }
  const { call } = now
  // Another method or path is another operation: nothing has to be the same.
  if (earlier.call !== call) return [driftAt(call, difference('the call', earlier.call, call))]
  const ofTheWhole = [
    ...statusDifferences(earlier, now),
    ...stateDifferences(earlier, now),
    ...valueDifferences(earlier, now),
  ]
  const ofAnswers = now.answers.flatMap((after) => {
    const before = earlier.answers.find(
      ({ status, state }) => status === after.status && state === after.state,
    )
    const found = before === undefined ? [] : answerDifferences(before, after)
    return found.map((one) => driftAt(call, one, after))
  })
  return [...ofTheWhole.map((found) => driftAt(call, found)), ...ofAnswers]
}

/** A difference as the report says it, with the status and the state of the answers that differ. */
function driftAt(
  call: string,
  { subject, before, after, severity }: Difference,
  { status, state }: Pick<ObservedAnswer, 'status' | 'state'> = { status: 200, state: null },
): DriftReport {
  const circumstances = [is2xx(status) ? null : `${status}`, state].filter((part) => part !== null)
  const place = circumstances.length === 0 ? call : `${call} (${circumstances.join(', ')})`
  return { severity, sentence: `${place}: ${subject} was ${before}, is now ${after}.` }
}

type Pair = { readonly before: readonly string[]; readonly after: readonly string[] }

/** How the statuses of an operation differ: of served and of refused requests, and other new or missing ones. */
function statusDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  const pairOf = (isMeant: (answer: ObservedAnswer) => boolean): Pair => ({
    before: statusesOf(earlier, isMeant),
    after: statusesOf(now, isMeant),
  })
  // The HTTP status may depend on the order's state: each state is compared with itself.
  const served = [...new Set(now.answers.map(({ state }) => state))].map((state) =>
    pairOf((answer) => is2xx(answer.status) && answer.state === state),
  )
  // Refusals are comparable only if both runs were served by the operation.
  const isServed = [earlier, now].every(({ answers }) => answers.some(({ status }) => is2xx(status)))
  const refused = isServed ? [pairOf(({ status }) => status >= 400 && !isOfTheMoment(status))] : []
  const changed = [...served, ...refused].filter(isReplaced)
  const reported = changed.flatMap(({ before, after }) => [...before, ...after])
  // A status that was not provoked can't be compared.
  const { before, after } = pairOf(({ status }) => !reported.includes(`${status}`))
  return [
    ...changed.map((pair) => difference('the status', either(pair.before), either(pair.after), true)),
    ...arrivals('the status', statusesOf(earlier), without(after, before)),
    ...departures('the status', without(before, after)),
  ]
}

function statusesOf({ answers }: ObservedOperation, isMeant = (_: ObservedAnswer) => true): string[] {
  return [...new Set(answers.filter(isMeant).map(({ status }) => `${status}`))]
}

/** Whether the state of an order can be read at its documented position (§4.1): it could not before, or no longer can. */
function stateDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  const [state] = now.values
  const words = { what: 'a state', nothing: 'no state', always: 'a state' }
  return state ? shareDifference(state.path, [readableStates(earlier), readableStates(now)], 1, words) : []
}

function readableStates({ answers }: ObservedOperation): Tally {
  const tally = { with: 0, without: 0 }
  for (const { status, state, seen } of answers)
    if (is2xx(status)) tally[state === null ? 'without' : 'with'] += seen
  return tally
}

/**
 * Which values of the documented fields are new, and which were not seen again. One that the reference or the profile
 * names is expected; it just was not seen yet.
 */
function valueDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  return now.values.flatMap(({ path, seen, named, more }) => {
    const before = earlier.values.find((one) => one.path === path)
    if (before === undefined || before.seen.length === 0 || seen.length === 0) return []
    const came = before.more ? [] : without(seen, before.seen)
    const gone = more ? [] : without(before.seen, seen)
    return [...arrivals(path, before.seen, came, [...before.named, ...named]), ...departures(path, gone)]
  })
}

/** What came to the earlier ones: drift, unless it is expected. */
function arrivals(
  subject: string,
  earlier: readonly string[],
  came: readonly string[],
  expected: readonly string[] = came,
): Difference[] {
  const was = either(earlier)
  return came.map((one) => difference(subject, was, `also ${one}`, !expected.includes(one)))
}

function departures(subject: string, gone: readonly string[]): Difference[] {
  return gone.map((one) => difference(subject, `${one} at times`, 'never'))
}

const BEYOND = { depth: 'deeper than is looked at', fields: 'of more fields than are looked at' } as const

function answerDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const types = { before: Object.keys(earlier.contentTypes), after: Object.keys(now.contentTypes) }
  const [was, is] = [either(types.before), either(types.after)]
  // Nothing is compared beyond a limit.
  const reached = without(now.bounds, earlier.bounds)
  const differences = [
    ...(was === is ? [] : [difference('the content type', was, is, isReplaced(types))]),
    ...reached.map((bound) => difference('the body', 'within bounds', BEYOND[bound])),
    ...fieldDifferences(earlier, now),
  ]
  // A failure may be answered by a gateway or by the service itself.
  return isOfTheMoment(now.status) ? differences.map((one) => ({ ...one, severity: 'note' })) : differences
}

/** Whether both runs saw some, and none of the earlier ones was seen again. */
function isReplaced({ before, after }: Pair): boolean {
  return before.length > 0 && after.length > 0 && without(before, after).length === before.length
}

function without<Kind extends string>(all: readonly Kind[], others: readonly string[]): Kind[] {
  return all.filter((one) => !others.includes(one))
}

function either(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? 'none' : alternatives.join(' or ')
}
