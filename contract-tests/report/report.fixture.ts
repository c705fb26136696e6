import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Report } from '../../contract/report/report.ts'
import type { Verdict } from '../../contract/report/verdict.ts'
import { clausePlan } from '../plan.ts'
import type { CheckResult } from '../result.ts'
import { buildReport, type SuiteFacts } from './build-report.ts'

/** A run for tests that are about something else. */
export const FACTS: SuiteFacts = {
  tool: { name: 'kit', version: '1' },
  baseUrl: 'http://127.0.0.1:1',
  mode: 'TEST',
  profile: resolveProfile({}),
  startedAt: 0,
  durationMs: 1500,
  purchases: { limit: 20, sent: 3 },
}

/** A result for every planned check: kept, except for some clauses. */
export function resultsWith(
  verdicts: Partial<Record<ServerClauseId, Verdict>> = {},
  message = 'wrong',
): readonly CheckResult[] {
  return clausePlan().map(({ subject }) => {
    const verdict = (subject.kind === 'clause' ? verdicts[subject.clause] : undefined) ?? 'kept'
    return { subject, verdict, message: verdict === 'kept' ? null : message, evidence: [], fault: null }
  })
}

/** A report in which every clause is kept, except for some. */
export function reportWith(verdicts: Partial<Record<ServerClauseId, Verdict>>, message?: string): Report {
  return buildReport(FACTS, resultsWith(verdicts, message))
}
