import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import type { Verdict } from '../contract/report/verdict.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import type { Analysis } from './analysis.ts'
import type { Misstep } from './behaviour.ts'
import type { Explanation, Misshapen } from './purchases.ts'

/** The mistakes that rules tell apart: `MISTAKES` says what each costs, and what to do about it. */
export type MistakeKind =
  | Explanation
  | Misshapen['kind']
  | Misstep['kind']
  | ('lost' | 'respelled' | 'unchecked' | 'afterwards' | 'unlisted')
  | `key-in-${'url' | 'body' | 'header' | 'browser'}`

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
  readonly mistake?: MistakeKind | undefined
}

/** One thing that a rule found, with the sentence that says it where the clause is not kept. Not observed never passes. */
export type Found = (
  | { readonly broken: string | null }
  | { readonly notObserved: string }
  | { readonly kept: true }
) &
  Partial<Pick<RuleFinding, 'evidence' | 'restsOn' | 'mistake'>> & {
    /** The request that breaks the clause: it is evidence, too. */
    readonly breaks?: Exchange | undefined
  }

/**
 * Judges one clause by one trial: what it found, the worst kind first, and last that nothing was seen. Pure: the same
 * analysis gives the same findings. One that depends on an answer of the profile names the gap.
 */
export type Rule = (analysis: Analysis) => readonly (Found | readonly Found[])[]

export type Rules = { readonly [Id in ClientClauseId]?: Rule }

/** The finding of a clause: the first of the worst kind tells it, and all of that kind break the clause. */
export function findingOf(rule: Rule, analysis: Analysis): RuleFinding {
  const kinds = rule(analysis).map((kind) => [kind].flat())
  const worst = kinds.find(({ length }) => length > 0) ?? []
  const [first = { notObserved: 'Nothing was seen.' }] = worst
  const { evidence = [], restsOn = [], mistake } = first
  const breaks = [...new Set(worst.flatMap((one) => one.breaks ?? []))]
  // That a key was sent says any request, a lookup or not.
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
