import type { GapId } from '../contract/reference/gaps.ts'
import type { Lesson } from '../contract/report/report.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Explained, Explanation } from './analysis/purchases.ts'

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
  /** The gaps whose answers the verdict rests on: where a lookup is evidence, that it is one. */
  readonly restsOn: readonly GapId[]
  readonly advice: Advice
}

/** What a finding is based on: the exchanges that break a clause are evidence, too. */
type Grounds = Partial<Pick<RuleFinding, 'evidence' | 'restsOn' | 'advice'>> & {
  readonly breaks?: readonly Exchange[]
}

const isLookup = ({ operation }: Exchange) => operation === 'lookupOrder'

const findingOf =
  (verdict: Verdict) =>
  (
    message: string | null,
    { evidence = [], breaks = [], restsOn = [], advice = {} }: Grounds = {},
  ): RuleFinding => ({
    verdict,
    message,
    evidence: [...new Set([...evidence, ...breaks])].sort((one, other) => one.seq - other.seq),
    breaks: breaks.map(({ seq }) => seq),
    restsOn: [...new Set([...restsOn, ...(evidence.some(isLookup) ? ['lookup-operation' as const] : [])])],
    advice,
  })

/** A finding of a clause that was seen to be broken. */
export const broken = findingOf('broken')
/** A finding of a clause that could not be observed. Not observed never passes. */
export const notObserved = findingOf('not-observed')
/** A finding of a clause that was seen to be kept. */
export const kept = (grounds?: Grounds): RuleFinding => findingOf('kept')(null, grounds)

/** What is found of the first of some; undefined where there is none. So a rule reads as its cases, the worst first. */
export function ofFirst<One>(
  all: readonly One[],
  find: (first: One, all: readonly One[]) => RuleFinding,
): RuleFinding | undefined {
  const [first] = all
  return first === undefined ? undefined : find(first, all)
}

/** A clause that purchases break, by what explains them: they, and what came before the first, show it. */
export function brokenBy(
  explained: readonly Explained[],
  kinds: readonly Explanation[],
  says: (first: Explained, all: readonly Explained[]) => readonly [message: string, Omit<Grounds, 'breaks'>],
): RuleFinding | undefined {
  const found = explained.filter(({ as }) => kinds.includes(as))
  return ofFirst(found, (first, all) => {
    const [message, grounds] = says(first, all)
    const breaks = all.map(({ purchase }) => purchase.exchange)
    return broken(message, { evidence: [first.before.exchange], ...grounds, breaks })
  })
}
