import type { Report } from '../../contract/report/report.ts'
import { outcomeOf } from '../../contract/report/verdict.ts'

/**
 * A report in which the named clauses count, also if they are out of reach: then they are not observed.
 *
 * @param ids of clauses; one that is within reach anyway stays as it is.
 */
export function requireClauses(report: Report, ids: readonly string[]): Report {
  const clauses = report.clauses.map((clause) => {
    if (clause.verdict !== 'out-of-reach' || !ids.includes(clause.id)) return clause
    const checks = clause.checks.map((check) => ({ ...check, verdict: 'not-observed' as const }))
    return { ...clause, checks, verdict: 'not-observed' as const, needs: null }
  })
  const outcome = report.outcome === 'kept' ? outcomeOf(clauses, report.assumptions) : report.outcome
  return { ...report, clauses, outcome }
}
