import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { changedWhen, type Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'
import { SINGLE_MISTAKES, type SingleMistake, UNKNOWN } from './single-mistakes.ts'

/** A client that makes one mistake at a random place, and the clauses that the mistake breaks. */
export type MistakenClient = {
  readonly says: string
  readonly decisions: Decisions
  /** The broken clause of each time that the client made the mistake. */
  readonly broken: readonly ClientClauseId[]
  /** Clauses that the same requests may break as well or instead. */
  readonly mayAlsoBreak: readonly ClientClauseId[]
}

export function mistakenClient(base: Decisions, random: Random): MistakenClient {
  // The list is not empty.
  const mistake = oneOf(random, SINGLE_MISTAKES as readonly [SingleMistake, ...SingleMistake[]])
  const broken: ClientClauseId[] = []
  const place = oneOf(random, mistake.decision === 'order' ? WHOLE : PLACES)
  const when = (facts: Facts) => mistake.breaks(facts) !== undefined && place.isAt(facts)
  const changed = changedWhen(when, base, mistake.change(base))
  const decision = mistake.decision ?? 'next'
  // All decisions take the facts first.
  const decide = changed[decision] as (facts: Facts, ...rest: unknown[]) => unknown
  const watched = (facts: Facts, ...rest: unknown[]) => {
    const clause = mistake.breaks(facts)
    if (clause !== undefined && place.isAt(facts)) broken.push(clause)
    return decide(facts, ...rest)
  }
  const { mayAlsoBreak = [] } = mistake
  return {
    says: `${mistake.says}, ${place.says}`,
    decisions: { ...changed, [decision]: watched },
    broken,
    mayAlsoBreak,
  }
}

type Place = { readonly says: string; readonly isAt: (facts: Facts) => boolean }

const WHOLE: readonly [Place, ...Place[]] = [
  { says: 'always', isAt: () => true },
  { says: 'in the first purchase', isAt: ({ purchase }) => purchase === 1 },
  { says: 'in the second purchase', isAt: ({ purchase }) => purchase === 2 },
]
const PLACES: readonly [Place, ...Place[]] = [
  ...WHOLE,
  { says: 'when started again', isAt: ({ start }) => start === 2 },
  { says: 'the first time', isAt: ({ inARow, polls }) => inARow <= 1 && polls === 0 },
  { says: 'the second time', isAt: ({ inARow, polls }) => inARow === 2 || polls === 1 },
  { says: 'after a failure', isAt: ({ now }) => UNKNOWN.includes(now) },
  { says: 'after a lookup', isAt: ({ by }) => by === 'lookup' },
  { says: 'after a purchase', isAt: ({ by }) => by === 'purchase' },
  { says: 'sent again', isAt: ({ sent }) => sent > 1 },
]
