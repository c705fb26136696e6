import type { Planned } from '../plan.ts'
import { planOf } from '../plan.ts'
import { type CheckResult, resultOf } from '../report/result.ts'
import type { Session } from './session.ts'

/**
 * Runs a plan one check after another, without a test runner: for servers under test whose time is advanced by hand.
 *
 * @example
 * const results = await runChecks(openSession(target))
 */
export async function runChecks(
  session: Session,
  plan: readonly Planned[] = planOf(session.target),
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const { subject, run } of plan) results.push(await resultOf(subject, run, session))
  return results
}
