import { type Profile, provenanceOf } from '../../../contract/profile/profile.ts'

/** The list of the profile that a settled state belongs to, as it is with that state in it. */
export type StatesSeen = {
  readonly key: 'states.success' | 'states.failure'
  readonly states: string[]
  /** How the side was recognised, as a sentence. */
  readonly reason: string
}

const LIKE_A_FAILURE = /FAIL|REJECT|CANCEL|ERROR|DECLIN|EXPIR|REFUND|VOID|ABORT|DENIED/i

/**
 * The side of a settled state. That the order settled was seen; whether it is a success, only its name says.
 *
 * @param start the starting profile: a state that it names stays on its side, and a list that is only assumed is replaced.
 *
 * @example
 * statesWith('REJECTED', DEFAULT_PROFILE).key // 'states.failure'
 */
export function statesWith(state: string, start: Profile): StatesSeen {
  const [key, reason] = sideOf(state, start)
  const list = key === 'states.success' ? start.states.success : start.states.failure
  const kept = provenanceOf(start, key) === 'assumed' ? [] : list
  return { key, states: [...new Set([...kept, state])], reason }
}

function sideOf(state: string, { states }: Profile): readonly [StatesSeen['key'], string] {
  const seen = `An order settled as ${state}`
  if (states.success.includes(state))
    return ['states.success', `${seen}, which the profile names as a success.`]
  if (states.failure.includes(state))
    return ['states.failure', `${seen}, which the profile names as a failure.`]
  return LIKE_A_FAILURE.test(state)
    ? ['states.failure', `${seen}. Only its name says that this is a failure.`]
    : ['states.success', `${seen}. That this is a success is assumed: its name is not like a failure's.`]
}
