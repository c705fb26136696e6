import type { Profile } from '../../contract/profile/profile.ts'
import type { GapId } from '../../contract/reference/gaps.ts'
import type { Entry, JudgedHead } from '../history/history.ts'
import { type Fact, factsOf } from './facts.ts'
import { type JudgedCheck, type Judgement, judgeFacts } from './judge.ts'
import { ordersIn, statesAtLast } from './orders.ts'

/** A run that was judged, and what it was judged from. */
export type Judged = { readonly judgement: Judgement; readonly facts: readonly Fact[] }

/** An answer of the profile that differs in a run, and the profile with the answer that was seen. */
type Otherwise = { readonly gap: GapId; readonly change: string; readonly profile: Profile }

/**
 * Judges a run; and where an answer of the profile differs in this very run, once more with the answer that was seen. A
 * verdict that changes by that is not observed: it names the line of the profile to change.
 *
 * @param entries read again by another profile.
 */
export function judgeAgain(facts: readonly Fact[], entries: Iterable<Entry>, head: JudgedHead): Judged {
  const judgement = judgeFacts(facts, head)
  const others = otherwise(judgement, facts, head.profile)
  if (others.length === 0) return { judgement, facts }
  const checks = others.reduce<readonly JudgedCheck[]>((before, { gap, change, profile }) => {
    const again = judgeFacts(factsOf(entries, profile), { ...head, profile })
    return before.map((check, index) => hangingOn(check, again.checks[index], gap, change))
  }, judgement.checks)
  return { judgement: { ...judgement, checks }, facts }
}

/** A check whose verdict changes with an answer of the profile: broken and kept alike hang on it. */
function hangingOn(
  check: JudgedCheck,
  again: JudgedCheck | undefined,
  gap: GapId,
  change: string,
): JudgedCheck {
  const changes =
    again !== undefined &&
    again.verdict !== check.verdict &&
    [check, again].some(({ verdict }) => verdict === 'broken')
  if (!changes) return check
  const message =
    `${check.message ?? again.message ?? ''} It hangs on ${gap}, which the profile answers differently: ${change}.`.trim()
  return { ...check, verdict: 'not-observed', message, row: null }
}

/** The answers that differ, where what was seen can stand in their place. */
function otherwise(
  { assumptions }: Judgement,
  facts: readonly Fact[],
  profile: Profile,
): readonly Otherwise[] {
  if (assumptions.get('settled-states')?.verdict !== 'differs') return []
  const names = new Set(facts.flatMap(({ summary }) => (summary?.kind === 'unnamed' ? [summary.status] : [])))
  const last = statesAtLast(ordersIn(facts).orders)
  const settled = [...names].filter((name) => last.has(name))
  const states = { ...profile.states, success: [...profile.states.success, ...settled] }
  const change = `name ${settled.map((name) => JSON.stringify(name)).join(', ')} in states.success or states.failure`
  return settled.length === 0 ? [] : [{ gap: 'settled-states', change, profile: { ...profile, states } }]
}
