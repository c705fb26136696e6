import { type Profile, provenanceOf } from '../../../contract/profile/profile.ts'
import { STATE_AT } from '../../../contract/wire/summary-position.ts'
import type { Answer, ReadSummary } from '../../run/exchange.ts'
import { type KeyedSearch, seenIn } from '../search.ts'

type Side = 'states.success' | 'states.failure'

const LIKE_A_FAILURE = /FAIL|REJECT|CANCEL|ERROR|DECLIN|EXPIR|REFUND|VOID|ABORT|DENIED/i

/**
 * The list of the profile that a settled state belongs to, with that state in it. That the order settled was seen;
 * whether it is a success, only its name says. A state that the starting profile names stays on its side, and a list
 * that is only assumed is replaced.
 */
export function statesWith(state: string, start: Profile) {
  const { success, failure } = start.states
  const isNamed = success.includes(state) || failure.includes(state)
  const isFailure = isNamed ? !success.includes(state) : LIKE_A_FAILURE.test(state)
  const side = isFailure ? 'failure' : 'success'
  const key: Side = `states.${side}`
  const kept = provenanceOf(start, key) === 'assumed' ? [] : start.states[side]
  const byName = isFailure
    ? '. Only its name says that this is a failure.'
    : ". That this is a success is assumed: its name is not like a failure's."
  const why = isNamed ? `, which the profile names as a ${side}.` : byName
  return { key, states: [...new Set([...kept, state])], reason: `An order settled as ${state}${why}` }
}

/** Records the state in which an order settled (gap `settled-states`). */
export function noteState(search: KeyedSearch, { status }: ReadSummary, answer: Answer): void {
  const isPurchase = answer.exchange.operation === 'createOrder'
  const { key, states, reason } = statesWith(status, search.start)
  const place = STATE_AT[isPurchase ? 'createOrder' : 'lookupOrder']
  search.findings.add(key, states, reason, seenIn(search, [answer], [place]))
}
