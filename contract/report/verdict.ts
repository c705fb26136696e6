import type { Provenance } from '../profile/profile.ts'
import type { Level } from '../reference/clause.ts'

/**
 * What was seen of a clause. `not-observed` could have been seen, and was not: it is never green. `out-of-reach` needs what
 * the user has not given, such as a second key, or what the service does not take: it is named everywhere and counted nowhere.
 */
export const VERDICTS = ['kept', 'broken', 'not-observed', 'out-of-reach'] as const

/** What was seen of a clause. */
export type Verdict = (typeof VERDICTS)[number]

/** What was seen of an assumption of the profile. */
export type AssumptionVerdict = 'holds' | 'differs' | 'not-observed'

/** The result of a whole run. */
export type Outcome = 'kept' | 'broken' | 'incomplete' | 'refused' | 'unreachable' | 'harness-fault'

/** The exit code of each outcome: scripts rely on them. */
export const EXIT_CODES = {
  kept: 0,
  broken: 1,
  refused: 2,
  unreachable: 3,
  incomplete: 4,
  'harness-fault': 5,
} as const satisfies Record<Outcome, number>

/** The exit code of a run that was interrupted. */
export const EXIT_INTERRUPTED = 130

/**
 * The verdict on a clause from those on its checks. One broken check breaks it. Otherwise it is not observed if one of
 * them was not, or if there is none. A check that is out of reach counts only where there is no other.
 *
 * @example
 * clauseVerdict(['kept', 'not-observed']) // 'not-observed'
 * clauseVerdict(['kept', 'out-of-reach']) // 'kept'
 */
export function clauseVerdict(checks: readonly Verdict[]): Verdict {
  if (checks.includes('broken')) return 'broken'
  if (checks.length === 0 || checks.includes('not-observed')) return 'not-observed'
  return checks.includes('kept') ? 'kept' : 'out-of-reach'
}

type Answer = { readonly provenance: Provenance; readonly verdict: AssumptionVerdict }

/** As much of a clause as decides the outcome. */
type Judged = { level: Level; verdict: Verdict }

/** The answers that differ although they were observed or confirmed. One that was assumed may be wrong. */
export function driftedAnswers<Kind extends Answer>(assumptions: readonly Kind[]): readonly Kind[] {
  return assumptions.filter(({ provenance, verdict }) => verdict === 'differs' && provenance !== 'assumed')
}

/**
 * The outcome of a run that reached its end, from the verdicts on its clauses. A broken `should` is a warning; a clause
 * that is out of reach does not count. An answer that has drifted breaks the run, and no clause.
 *
 * @example
 * outcomeOf([{ level: 'must', verdict: 'not-observed' }]) // 'incomplete'
 * outcomeOf([{ level: 'must', verdict: 'kept' }], [{ provenance: 'confirmed', verdict: 'differs' }]) // 'broken'
 */
export function outcomeOf(clauses: readonly Judged[], assumptions: readonly Answer[] = []): Outcome {
  if (driftedAnswers(assumptions).length > 0) return 'broken'
  const musts = clauses.filter((clause) => clause.level === 'must')
  const verdict = clauseVerdict(musts.map((clause) => clause.verdict))
  return verdict === 'kept' || verdict === 'broken' ? verdict : 'incomplete'
}
