import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'
import type { Slipping } from './slipping.ts'

/** The answers that a client reads by one code. */
const ANSWERS: readonly [Answers, ...Answers[]] = [
  {
    says: 'the first answer',
    clause: 'reads-purchase-position',
    isOne: ({ by, sent }) => by === 'purchase' && sent === 1,
  },
  {
    says: 'the answer to a retry',
    clause: 'reads-purchase-position',
    isOne: ({ by, sent }) => by === 'purchase' && sent > 1,
  },
  {
    says: 'a poll',
    clause: 'reads-lookup-position',
    isOne: ({ by, latest }) => by === 'lookup' && latest !== undefined,
  },
  {
    says: 'a lookup after a loss',
    clause: 'reads-lookup-position',
    isOne: ({ by, latest }) => by === 'lookup' && latest === undefined,
  },
]

type Answers = {
  readonly says: string
  readonly clause: ClientClauseId
  readonly isOne: (facts: Facts) => boolean
}

export type Misreading = Slipping & {
  /** Whether there was one that it had to follow, and one that told of its success: only both of them show it. */
  readonly isShown: () => boolean
}

/** A client that reads the summary of some answers at the wrong depth, and then fails, polls on, or asks as if it were lost. */
export function misreading(base: Decisions, random: Random): Misreading {
  const { says, clause, isOne } = oneOf(random, ANSWERS)
  const then = oneOf(random, ['fails', 'polls on', 'asks again'])
  const made: ClientClauseId[] = []
  const missed = new Set<string>()
  const read =
    (usual: Decisions['readLookup']): Decisions['readLookup'] =>
    (facts, data) => {
      const summary = usual(facts, data)
      if (!isOne(facts)) return summary
      made.push(clause)
      if (summary !== undefined) missed.add(summary.status)
      return then === 'polls on' ? { status: 'PROCESSING', pollAfterSeconds: undefined } : undefined
    }
  const decisions: Decisions = {
    ...base,
    ...(then === 'fails' && {
      next: (facts) => (facts.now === 'unreadable' ? 'stop' : base.next(facts)),
    }),
    readPurchase: read(base.readPurchase),
    readLookup: read(base.readLookup),
  }
  const isShown = () => missed.has('PROCESSING') && missed.has('COMPLETED')
  return { says: `does not read ${says}, ${then}`, decisions, made, rivals: [], isShown }
}
