import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Analysis } from './analysis.ts'
import type { Misstep } from './behaviour.ts'
import type { Explanation, Misshapen } from './purchases.ts'

/** The mistakes that rules tell apart. `MISTAKES` has the advice for each. */
export type MistakeKind =
  | Explanation
  | Misshapen['kind']
  | Misstep['kind']
  | ('lost' | 'respelled' | 'unchecked' | 'afterwards' | 'unlisted')
  | `key-in-${'url' | 'body' | 'header' | 'browser'}`

export type RuleFinding = {
  readonly verdict: Verdict
  /** What was found, in one or two sentences; null if the clause is kept. */
  readonly message: string | null
  /** The few exchanges that decide the verdict, in the order of their arrival. */
  readonly evidence: readonly Exchange[]
  /** The sequence numbers of the requests that break the clause. The timeline marks each of them. */
  readonly breaks: readonly number[]
  /** The gaps whose answers the verdict depends on, such as that a lookup in the evidence is one. */
  readonly restsOn: readonly GapId[]
  readonly mistake?: MistakeKind | undefined
}

/** One thing that a rule found. Unless the clause is kept, it holds the sentence that says so. */
export type Found = (
  | { readonly broken: string | null }
  | { readonly notObserved: string }
  | { readonly kept: true }
) &
  Partial<Pick<RuleFinding, 'evidence' | 'restsOn' | 'mistake'>> & {
    /** The request that breaks the clause. It is added to the evidence. */
    readonly breaks?: Exchange | undefined
  }

/**
 * Judges one clause by one trial. It returns its findings, the worst kind first, and last that nothing was seen. A
 * finding that depends on an answer of the profile names the gap. Rules are pure.
 */
export type Rule = (analysis: Analysis) => readonly (Found | readonly Found[])[]

export type Rules = { readonly [Id in ClientClauseId]?: Rule }

/** The verdict of a rule. The first finding of the worst kind explains it, and all of that kind break the clause. */
export function findingOf(rule: Rule, analysis: Analysis): RuleFinding {
  const kinds = rule(analysis).map((kind) => [kind].flat())
  const worst = kinds.find(({ length }) => length > 0) ?? []
  const [first = { notObserved: 'Nothing was seen.' }] = worst
  const { evidence = [], restsOn = [], mistake } = first
  const breaks = [...new Set(worst.flatMap((one) => one.breaks ?? []))]
  // Any request shows that a key was sent, so it does not matter whether it was a lookup.
  const isOfAny = 'kept' in first && restsOn.includes('key-transport')
  const isOfLookup = !isOfAny && evidence.some(({ operation }) => operation === 'lookupOrder')
  return {
    verdict: 'broken' in first ? 'broken' : 'kept' in first ? 'kept' : 'not-observed',
    message: 'broken' in first ? first.broken : 'kept' in first ? null : first.notObserved,
    evidence: [...new Set([...evidence, ...breaks])].sort((one, other) => one.seq - other.seq),
    breaks: breaks.map(({ seq }) => seq),
    restsOn: [...new Set([...restsOn, ...(isOfLookup ? ['lookup-operation' as const] : [])])],
    mistake,
  }
}
