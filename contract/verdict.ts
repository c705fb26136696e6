import type { Level } from './clause.ts'

/** What was seen of a clause. Not observed is never green. */
export type Verdict = 'kept' | 'broken' | 'not-observed'

/** What was seen of an assumption of the profile. */
export type AssumptionVerdict = 'holds' | 'differs' | 'not-observed'

/** What a whole run came to. */
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
 * The verdict on a clause from those on its checks: one broken breaks it; else one that was not observed leaves
 * it so; and without any check nothing was observed.
 *
 * @example
 * clauseVerdict(['kept', 'not-observed']) // 'not-observed'
 */
export function clauseVerdict(checks: readonly Verdict[]): Verdict {
  if (checks.includes('broken')) return 'broken'
  return checks.length > 0 && checks.every((verdict) => verdict === 'kept') ? 'kept' : 'not-observed'
}

/**
 * The outcome of a run that reached its end, from the verdicts on its clauses. A broken `should` is a warning.
 *
 * @example
 * outcomeOf([{ level: 'must', verdict: 'not-observed' }]) // 'incomplete'
 */
export function outcomeOf(clauses: readonly { level: Level; verdict: Verdict }[]): Outcome {
  const musts = clauses.filter((clause) => clause.level === 'must').map((clause) => clause.verdict)
  const verdict = clauseVerdict(musts)
  return verdict === 'not-observed' ? 'incomplete' : verdict
}
