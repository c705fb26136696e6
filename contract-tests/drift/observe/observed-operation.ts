import { is2xx } from '../../../contract/judging/said.ts'
import { readPointer } from '../../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { recordedCount, recordedCounts } from '../counts.ts'
import type { ObservedAnswer, ObservedOperation, ObservedValues } from '../observed-schema.ts'
import { observedFields } from './body-fields.ts'
import type { DocumentedAnswer } from './documented.ts'
import { type Clean, type Names, recordedMediaType, recordedValue } from './recorded-text.ts'

/** One answer of the service. */
export type SeenAnswer = {
  readonly operation: OperationId
  readonly status: number
  /** The header's value, null without one. */
  readonly contentType: string | null
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
}

/** The maximum number of recorded values of a field, and of distinguished states: the named ones first. */
const MOST_VALUES = 20
/** Every state beyond those. */
const MORE_STATES = '(more)'

/** What is recorded of all answers to one operation. */
export function observedOperation(
  answers: readonly SeenAnswer[],
  { values, statePath }: DocumentedAnswer,
  { names, clean }: { readonly names: Names; readonly clean: Clean },
): Pick<ObservedOperation, 'answers' | 'values'> {
  const valueAt = (path: string, { status, json }: SeenAnswer): string | null => {
    const value = is2xx(status) ? readPointer(json, path) : null
    return typeof value === 'string' && value !== '' ? recordedValue(value, clean) : null
  }
  const observedValues = values.map(({ path, named }): ObservedValues => {
    const seen = new Set(answers.map((answer) => valueAt(path, answer)).filter((value) => value !== null))
    return { path, seen: firstValues(seen, named), named: [...named], more: seen.size > MOST_VALUES }
  })
  const states = observedValues.find(({ path }) => path === statePath)?.seen ?? []
  const stateOf = (answer: SeenAnswer): string | null => {
    const state = statePath === null ? null : valueAt(statePath, answer)
    return state === null || states.includes(state) ? state : MORE_STATES
  }
  const groups = Map.groupBy(answers, (answer) => JSON.stringify([answer.status, stateOf(answer) ?? '']))
  const observedAnswers = [...groups.values()].map((group): ObservedAnswer => {
    // A group has at least one answer.
    const first = group[0] as SeenAnswer
    return {
      status: first.status,
      state: stateOf(first),
      seen: recordedCount(group.length),
      contentTypes: recordedCounts(group.map(({ contentType }) => recordedMediaType(contentType, clean))),
      ...observedFields(
        group.map(({ json }) => json),
        names,
      ),
    }
  })
  return { answers: observedAnswers.sort(byStatusAndState), values: observedValues }
}

function byStatusAndState(one: ObservedAnswer, other: ObservedAnswer): number {
  if (one.status !== other.status) return one.status - other.status
  return (one.state ?? '') < (other.state ?? '') ? -1 : 1
}

/** The named values first, then the others by the alphabet, as many as are recorded; sorted. */
function firstValues(seen: ReadonlySet<string>, named: readonly string[]): string[] {
  const known = named.filter((value) => seen.has(value))
  const others = [...seen].filter((value) => !named.includes(value)).sort()
  return [...new Set([...known, ...others])].slice(0, MOST_VALUES).sort()
}
