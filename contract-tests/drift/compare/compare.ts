import type { DriftReport } from '../../../contract/report/report.ts'
import { OPERATION_IDS } from '../../../contract/wire/operations.ts'
import type { Observed, ObservedAnswer, ObservedOperation } from '../observed-schema.ts'
import { isOfTheMoment } from '../statuses.ts'
import { fieldDifferences } from './compare-fields.ts'
import { contentTypeDifferences, statusDifferences } from './compare-statuses.ts'
import { stateDifferences, valueDifferences } from './compare-values.ts'
import { type Difference, driftAt } from './drift.ts'

/**
 * How two runs differ, in the order of the operations and paths. Two runs of an unchanged service do not differ by a
 * `drift`; what may differ between them is a `note`.
 *
 * @example
 * const moved = compareObserved(yesterday, today).filter(({ severity }) => severity === 'drift')
 */
export function compareObserved(earlier: Observed, now: Observed): DriftReport[] {
  return [
    ...targetDrifts(earlier, now),
    ...OPERATION_IDS.flatMap((id) => {
      const [before, after] = [earlier, now].map(({ operations }) => operations.find((one) => one.id === id))
      return operationDrifts(before, after)
    }),
  ]
}

function targetDrifts(earlier: Observed, now: Observed): DriftReport[] {
  const [before, after] = [earlier, now].map(
    ({ baseUrl, reference }) => `${baseUrl} by reference ${reference}`,
  )
  if (before === after) return []
  return [{ severity: 'note', sentence: `The target was ${before}, is now ${after}.` }]
}

function operationDrifts(earlier?: ObservedOperation, now?: ObservedOperation): DriftReport[] {
  const { call } = now ?? earlier ?? { call: '' }
  const note = (subject: string, before: string, after: string) => [
    driftAt({ call }, { subject, before, after, severity: 'note' }),
  ]
  if (now === undefined) return earlier === undefined ? [] : note('the operation', 'called', 'not called')
  if (earlier === undefined) return note('the operation', 'not called', 'called')
  // Another method or path is another operation: nothing has to be the same.
  if (earlier.call !== now.call) return note('the call', earlier.call, now.call)
  const ofTheWhole = [statusDifferences, stateDifferences, valueDifferences].flatMap((differences) =>
    differences(earlier, now),
  )
  return [...ofTheWhole.map((difference) => driftAt({ call }, difference)), ...answerDrifts(earlier, now)]
}

function answerDrifts(earlier: ObservedOperation, { call, answers }: ObservedOperation): DriftReport[] {
  return answers.flatMap((after) => {
    const { status, state } = after
    const before = earlier.answers.find((answer) => answer.status === status && answer.state === state)
    if (before === undefined) return []
    return answerDifferences(before, after).map((difference) => driftAt({ call, status, state }, difference))
  })
}

function answerDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const differences = [
    ...contentTypeDifferences(earlier, now),
    ...limitDifferences(earlier, now),
    ...fieldDifferences(earlier, now),
  ]
  // A failure may be answered by a gateway or by the service itself.
  return isOfTheMoment(now.status)
    ? differences.map((difference) => ({ ...difference, severity: 'note' }))
    : differences
}

const BEYOND = { depth: 'deeper than is looked at', fields: 'of more fields than are looked at' } as const

/** Reports a limit, since nothing is compared beyond it. */
function limitDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  return now.bounds
    .filter((bound) => !earlier.bounds.includes(bound))
    .map((bound) => ({
      subject: 'the body',
      before: 'within bounds',
      after: BEYOND[bound],
      severity: 'note',
    }))
}
