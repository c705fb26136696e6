import type { Planned } from './plan.ts'
import { checkPlan } from './plan.ts'
import { type CheckResult, resultOf } from './result.ts'
import type { Session } from './run/session.ts'

/** Options of {@link runChecks}. */
export type RunChecksOptions = {
  /** The whole plan of the target by default. */
  readonly plan?: readonly Planned[]
  /** Called with each result as soon as there is one. */
  readonly onResult?: (result: CheckResult) => void
}

/**
 * Runs all checks of a plan side by side: a check waits only for the steps that it uses, and each step runs once. When
 * the session's signal aborts, no further request is sent, and the checks that had not ended have no result.
 *
 * @returns the results, in the order in which the checks ended. Never rejects for what a check throws.
 *
 * @example
 * const session = openSession(target, { signal: AbortSignal.timeout(60_000) })
 * const results = await runChecks(session, { onResult: ({ verdict }) => console.log(verdict) })
 */
export async function runChecks(
  session: Session,
  { plan = checkPlan(session.target), onResult = () => {} }: RunChecksOptions = {},
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  const runOne = async ({ subject, run }: Planned) => {
    const beganAt = performance.now()
    const judged = await resultOf(subject, run, session)
    if (session.signal.aborted) return
    const result = { ...judged, durationMs: Math.round(performance.now() - beganAt) }
    results.push(result)
    onResult(result)
  }
  await Promise.all(plan.map(runOne))
  return results
}
