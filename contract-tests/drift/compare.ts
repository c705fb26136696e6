import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { answerDifferences } from './compare-answers.ts'
import { stateDifferences } from './compare-states.ts'
import { statusDifferences } from './compare-statuses.ts'
import { valueDifferences } from './compare-values.ts'
import { type Difference, type Drift, driftAt, type Scope } from './drift.ts'
import type { Observed, ObservedOperation } from './observed-schema.ts'

/**
 * How two runs differ, in the order of the operations and paths. A `drift` is what two samples of one service would
 * not differ in; whatever they may differ in is a `note`.
 *
 * @example
 * const moved = compareObserved(yesterday, today).filter(({ severity }) => severity === 'drift')
 */
export function compareObserved(earlier: Observed, now: Observed): Drift[] {
  const inOrder = OPERATION_IDS.flatMap((id) => {
    const [before, after] = [earlier, now].map(({ operations }) => operations.find((one) => one.id === id))
    return operationDrifts(before, after)
  })
  return [...targetDrifts(earlier, now), ...inOrder]
}

/** What is held against each other of an operation as a whole, before its bodies. */
const OF_THE_WHOLE = [statusDifferences, stateDifferences, valueDifferences]

const NOWHERE: Scope = { call: null, operation: null, status: null, state: null }

function targetDrifts(earlier: Observed, now: Observed): Drift[] {
  const said = ({ baseUrl, reference }: Observed) => `${baseUrl} by reference ${reference}`
  if (said(earlier) === said(now)) return []
  return [driftAt(NOWHERE, note('target-changed', said(earlier), said(now)))]
}

function operationDrifts(earlier?: ObservedOperation, now?: ObservedOperation): Drift[] {
  const operation = now ?? earlier
  if (operation === undefined) return []
  const scope: Scope = { call: operation.call, operation: operation.id, status: null, state: null }
  if (earlier === undefined) return [driftAt(scope, note('operation-came', 'not called', 'called'))]
  if (now === undefined) return [driftAt(scope, note('operation-gone', 'called', 'not called'))]
  // Another call is another operation: nothing in it has to be the same.
  if (earlier.call !== now.call) return [driftAt(scope, note('call-changed', earlier.call, now.call))]
  const ofTheWhole = OF_THE_WHOLE.flatMap((differences) => differences(earlier, now))
  return [...ofTheWhole.map((difference) => driftAt(scope, difference)), ...answerDrifts(scope, earlier, now)]
}

function answerDrifts(scope: Scope, earlier: ObservedOperation, now: ObservedOperation): Drift[] {
  return now.answers.flatMap((after) => {
    const { status, state } = after
    const before = earlier.answers.find((answer) => answer.status === status && answer.state === state)
    if (before === undefined) return []
    return answerDifferences(before, after).map((difference) =>
      driftAt({ ...scope, status, state }, difference),
    )
  })
}

function note(kind: Difference['kind'], before: string, after: string): Difference {
  return { kind, path: null, before, after, severity: 'note' }
}
