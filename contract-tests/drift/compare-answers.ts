import { fieldDifferences } from './compare-fields.ts'
import { type Difference, either } from './drift.ts'
import { mixtureShift } from './mixture.ts'
import type { ObservedAnswer } from './observed-schema.ts'
import { isOfTheMoment } from './statuses.ts'

/** How the answers of two runs with the same status and state differ. */
export function answerDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const differences = [
    ...contentTypeDifference(earlier, now),
    ...boundDifferences(earlier, now),
    ...fieldDifferences(earlier, now),
  ]
  // Whoever is in the way answers a failure: today a gateway, tomorrow the service itself.
  return isOfTheMoment(now.status)
    ? differences.map((difference) => ({ ...difference, severity: 'note' }))
    : differences
}

function contentTypeDifference(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  const severity = mixtureShift(earlier.contentTypes, now.contentTypes, { enough: 1 })
  if (severity === undefined) return []
  const [before, after] = [earlier, now].map(({ contentTypes }) => either(Object.keys(contentTypes)))
  return [{ kind: 'content-type-changed', path: null, before: before ?? '', after: after ?? '', severity }]
}

const BEYOND = { depth: 'deeper than is looked at', fields: 'of more fields than are looked at' } as const

/** Beyond a bound nothing is compared: that must be seen. */
function boundDifferences(earlier: ObservedAnswer, now: ObservedAnswer): Difference[] {
  return now.bounds
    .filter((bound) => !earlier.bounds.includes(bound))
    .map((bound) => ({
      kind: 'bound-hit',
      path: '',
      before: 'within bounds',
      after: BEYOND[bound],
      severity: 'note',
    }))
}
