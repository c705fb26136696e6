import { SERVER_CLAUSES, type ServerClauseId } from '../contract/reference/server-clauses.ts'
import { newReport } from '../contract/report/new-report.ts'
import type { AssumptionReport, ClauseReport, Report } from '../contract/report/report.ts'
import { outcomeOf, type Verdict } from '../contract/report/verdict.ts'
import { ANSWERED_GAPS } from './assumptions.ts'
import { CHECKS } from './suite.ts'

const RUN = {
  tool: { name: 'kit', version: '1' },
  baseUrl: 'http://127.0.0.1:1',
  mode: 'TEST',
  startedAt: 0,
  durationMs: 1500,
}

/** A report in which every assumption holds and every clause is kept, except for these clauses. */
export function reportWith(verdicts: Partial<Record<ServerClauseId, Verdict>>, message = 'wrong'): Report {
  const clauses = (Object.keys(SERVER_CLAUSES) as ServerClauseId[]).map((id): ClauseReport => {
    const { [id]: verdict = 'kept' } = verdicts
    const found = { verdict, message: verdict === 'kept' ? null : message, lesson: null }
    const checks = CHECKS.filter(({ clause }) => clause === id).map(({ name, title }) => ({
      id: `${id}/${name}`,
      title,
      ...found,
      restsOn: [],
      evidence: [],
    }))
    const needs = verdict === 'out-of-reach' ? message : null
    return { ...SERVER_CLAUSES[id], verdict, needs, excused: null, checks }
  })
  const assumptions = ANSWERED_GAPS.map(
    (answered): AssumptionReport => ({
      ...answered,
      provenance: 'assumed',
      verdict: 'holds',
      message: null,
    }),
  )
  const outcome = outcomeOf(clauses, assumptions)
  return { ...newReport('verify', RUN), outcome, clauses, assumptions, purchases: { limit: 32, sent: 3 } }
}

/** The report of a run that ended before it sent anything. */
export function nothingSeen(): Report {
  const clauses = reportWith({}).clauses.map((clause) => ({ ...clause, verdict: 'not-observed' as const }))
  return { ...reportWith({}), outcome: 'incomplete', clauses }
}
