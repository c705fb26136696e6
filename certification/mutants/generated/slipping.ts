import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { changedWhen, type Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'
import { SLIPS, type Slip, UNKNOWN } from './slips.ts'

/** A client that makes one mistake at a random place, and the clauses that the mistake breaks. */
export type Slipping = {
  readonly says: string
  readonly decisions: Decisions
  /** The broken clause of each time that the client made the mistake. */
  readonly made: readonly ClientClauseId[]
  /** Clauses that the same requests may break as well or instead. */
  readonly rivals: readonly ClientClauseId[]
}

export function slipping(base: Decisions, random: Random): Slipping {
  // The list is not empty.
  const slip = oneOf(random, SLIPS as readonly [Slip, ...Slip[]])
  const made: ClientClauseId[] = []
  const place = oneOf(random, slip.by === 'order' ? WHOLE : PLACES)
  const when = (facts: Facts) => slip.breaks(facts) !== undefined && place.isAt(facts)
  const changed = changedWhen(when, base, slip.change(base))
  const by = slip.by ?? 'next'
  // All decisions take the facts first.
  const decide = changed[by] as (facts: Facts, ...rest: unknown[]) => unknown
  const watched = (facts: Facts, ...rest: unknown[]) => {
    const clause = slip.breaks(facts)
    if (clause !== undefined && place.isAt(facts)) made.push(clause)
    return decide(facts, ...rest)
  }
  const { rivals = [] } = slip
  return { says: `${slip.says}, ${place.says}`, decisions: { ...changed, [by]: watched }, made, rivals }
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
