import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Behaviour } from './behaviour.ts'

/**
 * How a client behaved differently from the control, as the words after "it"; empty when it did the same.
 *
 * @example
 * differenceOf(control, other) // ['exited with 1 after the settled summary, "FULFILLED" (control: exited with 0)']
 */
export function differenceOf(control: Behaviour, other: Behaviour): readonly string[] {
  const hasLeft = other.left !== null && control.left === null
  const hasEnded = other.ending !== control.ending
  const broken = other.brokenMusts.filter((id) => !control.brokenMusts.includes(id))
  const seen = hasLeft || hasEnded ? broken.filter((id) => !TOLD_BY_THE_END.includes(id)) : broken
  return [
    ...(other.bought === control.bought ? [] : [`${boughtWords(other)} (control: ${boughtWords(control)})`]),
    ...(hasLeft ? [other.left === 'never-polled' ? 'never polled' : 'left the order PROCESSING'] : []),
    ...(other.roundsDown && !control.roundsDown ? ['waited the whole seconds of the interval alone'] : []),
    ...(hasEnded ? [`${other.ending} after ${other.lastTold} (control: ${control.ending})`] : []),
    ...(seen.length === 0 ? [] : [`broke ${seen.join(', ')}`]),
  ]
}

/** Clauses that the end of a trial decides: when the end differs, only the end is reported. */
export const TOLD_BY_THE_END: readonly ClientClauseId[] = [
  'follows-until-settled',
  'reads-purchase-position',
  'reads-lookup-position',
]

const TIMES = ['bought nothing', 'bought once', 'bought twice']

function boughtWords({ bought }: Behaviour): string {
  return TIMES[bought] ?? `bought ${bought} times`
}
