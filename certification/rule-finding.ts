import type { GapId } from '../contract/reference/gaps.ts'
import type { Lesson } from '../contract/report/report.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import type { Exchange } from '../contract/wire/exchange.ts'

/** What fits a finding better than the general advice of its clause: where a member is left out, that one is given. */
export type Advice = Partial<Omit<Lesson, 'command'>>

/** What a rule found in one trial. */
export type RuleFinding = {
  readonly verdict: Verdict
  /** What was found, in one or two sentences; null where the clause is kept. */
  readonly message: string | null
  /** The few exchanges that decide it, in the order of their arrival. */
  readonly evidence: readonly Exchange[]
  /** The requests that break the clause, each marked so on the timeline: their sequence numbers. */
  readonly breaks: readonly number[]
  /** The gaps whose answers the verdict rests on. */
  readonly restsOn: readonly GapId[]
  readonly advice: Advice
}

/** What a finding is based on. */
export type Grounds = {
  readonly evidence?: readonly Exchange[]
  readonly restsOn?: readonly GapId[]
}

/** What shows that a clause is broken: the exchanges that break it are evidence, too. */
export type Breach = Grounds & {
  readonly breaks?: readonly Exchange[]
  readonly advice?: Advice
}

/** A finding of a clause that was seen to be kept. */
export function kept({ evidence = [], restsOn = [] }: Grounds = {}): RuleFinding {
  return { verdict: 'kept', message: null, evidence, breaks: [], restsOn, advice: {} }
}

/** A finding of a clause that was seen to be broken. */
export function broken(message: string, breach: Breach = {}): RuleFinding {
  const { evidence = [], breaks = [], restsOn = [], advice = {} } = breach
  return {
    verdict: 'broken',
    message,
    evidence: inOrder([...evidence, ...breaks]),
    breaks: breaks.map(({ seq }) => seq),
    restsOn,
    advice,
  }
}

/** A finding of a clause that could not be observed. Not observed never passes. */
export function notObserved(message: string, { evidence = [], restsOn = [] }: Grounds = {}): RuleFinding {
  return { verdict: 'not-observed', message, evidence, breaks: [], restsOn, advice: {} }
}

function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...new Set(exchanges)].sort((one, other) => one.seq - other.seq)
}
