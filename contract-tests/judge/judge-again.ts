import type { Entry, JudgedHead } from '../history/history.ts'
import { type Fact, factsOf } from './facts.ts'
import { type JudgedCheck, type Judgement, judgeFacts } from './judge.ts'
import { ordersIn, statesAtLast } from './orders.ts'

export type Judged = { readonly judgement: Judgement; readonly facts: readonly Fact[] }

/**
 * Judges a run; and where it shows settled states that the profile does not name, once more with them. A verdict that changes
 * by that is not observed: it names the line of the profile to change.
 */
export function judgeAgain(facts: readonly Fact[], entries: Iterable<Entry>, head: JudgedHead): Judged {
  const judgement = judgeFacts(facts, head)
  const unnamed = unnamedEnds(judgement, facts)
  if (unnamed.length === 0) return { judgement, facts }
  const { states } = head.profile
  const profile = { ...head.profile, states: { ...states, success: [...states.success, ...unnamed] } }
  const again = judgeFacts(factsOf(entries, profile), { ...head, profile })
  const names = unnamed.map((name) => JSON.stringify(name)).join(', ')
  const checks = judgement.checks.map((check, index) => hangingOn(check, again.checks[index], names))
  return { judgement: { ...judgement, checks }, facts }
}

/** A check whose verdict changes with what the profile names: broken and kept alike hang on it. */
function hangingOn(check: JudgedCheck, again: JudgedCheck | undefined, names: string): JudgedCheck {
  const changes =
    again !== undefined &&
    again.verdict !== check.verdict &&
    [check, again].some(({ verdict }) => verdict === 'broken')
  if (!changes) return check
  const message =
    `${check.message ?? again.message ?? ''} It hangs on settled-states, which the profile answers differently: name ${names} in states.success or states.failure.`.trim()
  return { ...check, verdict: 'not-observed', message, row: null }
}

function unnamedEnds({ assumptions }: Judgement, facts: readonly Fact[]): readonly string[] {
  if (assumptions.get('settled-states')?.verdict !== 'differs') return []
  const names = new Set(facts.flatMap(({ summary }) => (summary?.kind === 'unnamed' ? [summary.status] : [])))
  const last = statesAtLast(ordersIn(facts).orders)
  return [...names].filter((name) => last.has(name))
}
