import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import type { Decisions } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { oneOf, type Random } from './courses.ts'
import type { MistakenClient } from './mistaken-client.ts'

/** Kinds of answers, each of which a client reads by its own code. */
const ANSWERS: readonly [Answers, ...Answers[]] = [
  {
    says: 'the first answer',
    clause: 'reads-purchase-position',
    isOfKind: ({ by, sent }) => by === 'purchase' && sent === 1,
  },
  {
    says: 'the answer to a retry',
    clause: 'reads-purchase-position',
    isOfKind: ({ by, sent }) => by === 'purchase' && sent > 1,
  },
  {
    says: 'a poll',
    clause: 'reads-lookup-position',
    isOfKind: ({ by, latest }) => by === 'lookup' && latest !== undefined,
  },
  {
    says: 'a lookup after a loss',
    clause: 'reads-lookup-position',
    isOfKind: ({ by, latest }) => by === 'lookup' && latest === undefined,
  },
]

type Answers = {
  readonly says: string
  readonly clause: ClientClauseId
  readonly isOfKind: (facts: Facts) => boolean
}

export type Misreading = MistakenClient & {
  /** True if the client misread a PROCESSING summary and a success. Only both together show the mistake. */
  readonly isShown: () => boolean
}

/**
 * A client that reads one kind of answer at the wrong depth, and then fails, polls on, or acts as if the answer were
 * lost.
 */
export function misreading(base: Decisions, random: Random): Misreading {
  const { says, clause, isOfKind } = oneOf(random, ANSWERS)
  const then = oneOf(random, ['fails', 'polls on', 'asks again'])
  const broken: ClientClauseId[] = []
  const missed = new Set<string>()
  const read =
    (usual: Decisions['readLookup']): Decisions['readLookup'] =>
    (facts, data) => {
      const summary = usual(facts, data)
      if (!isOfKind(facts)) return summary
      broken.push(clause)
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
  return { says: `does not read ${says}, ${then}`, decisions, broken, mayAlsoBreak: [], isShown }
}
