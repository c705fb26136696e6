import type { GapId } from '../contract/reference/gaps.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Misshapen } from './analysis/purchase-body.ts'
import type { Explained, Explanation } from './analysis/purchases.ts'
import type { Slip } from './analysis/reading.ts'

/** The mistakes that rules tell apart: what each costs, and what to do about it, is said by the lessons. */
export type MistakeKind =
  | Explanation
  | Misshapen['kind']
  | Slip
  | 'lost'
  | 'respelled'
  | `key-in-${'url' | 'body' | 'header' | 'browser'}`
  | 'unchecked'
  | 'afterwards'
  | 'unlisted'

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
  readonly mistake?: MistakeKind
}

/** What a finding is based on: the exchanges that break a clause are evidence, too. */
type Grounds = Partial<Pick<RuleFinding, 'evidence' | 'restsOn' | 'mistake'>> & {
  readonly breaks?: readonly Exchange[]
}

const isLookup = ({ operation }: Exchange) => operation === 'lookupOrder'

const findingOf =
  (verdict: Verdict) =>
  (
    message: string | null,
    { evidence = [], breaks = [], restsOn = [], mistake }: Grounds = {},
  ): RuleFinding => ({
    verdict,
    message,
    evidence: [...new Set([...evidence, ...breaks])].sort((one, other) => one.seq - other.seq),
    breaks: breaks.map(({ seq }) => seq),
    restsOn: [...new Set([...restsOn, ...(evidence.some(isLookup) ? ['lookup-operation' as const] : [])])],
    ...(mistake !== undefined && { mistake }),
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
  says: (first: Explained) => string,
  restsOn: (first: Explained) => Grounds['restsOn'] = () => [],
): RuleFinding | undefined {
  const found = explained.filter(({ as }) => kinds.includes(as))
  return ofFirst(found, (first, all) => {
    const breaks = all.map(({ purchase }) => purchase.exchange)
    const evidence = [first.before.exchange]
    return broken(says(first), { evidence, breaks, restsOn: restsOn(first) ?? [], mistake: first.as })
  })
}
