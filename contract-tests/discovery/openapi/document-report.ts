import { provenanceOf } from '../../../contract/profile/profile.ts'
import { SERVER_CLAUSES } from '../../../contract/reference/server-clauses.ts'
import { newReport } from '../../../contract/report/new-report.ts'
import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { clauseVerdict, outcomeOf, type Verdict } from '../../../contract/report/verdict.ts'
import { ANSWERED_GAPS, type AnsweredGap } from '../../judge/assumptions.ts'
import type { ClauseStatement } from './clauses.ts'
import { placeOf } from './document/api-document.ts'
import type { LearntDocument } from './read-document.ts'

const NEEDS =
  'The document says nothing of it. Only calls show it: run npx partner-purchase-kit verify with --base-url.'

/** What a report on a document was made from, besides the document. */
export type DocumentRun = Pick<Report, 'tool' | 'remarks' | 'durationMs'> & {
  /** The address that was asked; null if none was. */
  readonly baseUrl: string | null
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/** The report on a document: what it says for and against each clause that binds the server, and what it leaves open. */
export function documentReport(
  document: LearntDocument,
  run: DocumentRun,
  clean: (text: string) => string,
): Report {
  const clauses = Object.values(SERVER_CLAUSES).map((clause): ClauseReport => {
    const said = document.statements.filter((one) => one.clause === clause.id)
    if (said.length === 0) {
      const unsaid = checkOf(clause.id, 'what the document says of it', 'out-of-reach', NEEDS)
      return { ...clause, verdict: 'out-of-reach', needs: NEEDS, excused: null, checks: [unsaid] }
    }
    const checks = said.map((one, index) => checkOfStatement(one, index, clean))
    const verdict = clauseVerdict(checks.map((check) => check.verdict))
    return { ...clause, verdict, needs: null, excused: null, checks }
  })
  return {
    ...newReport('discover', { ...run, baseUrl: run.baseUrl ?? clean(document.file), mode: null }),
    outcome: outcomeOf(clauses),
    clauses,
    assumptions: ANSWERED_GAPS.map((answered) => assumptionOf(answered, document)),
    remarks: run.remarks,
  }
}

function checkOfStatement(
  { clause, operation, problem, nodes }: ClauseStatement,
  index: number,
  clean: (text: string) => string,
): CheckReport {
  const line = clean(`${operation.method} ${operation.path}`)
  const title = `the document describes it for ${line}`
  const id = `${clause}-${index + 1}`
  if (problem === null) return checkOf(id, title, 'kept', null)
  const places = [...new Set(nodes.map((node) => clean(placeOf(node))))].join(', ')
  return checkOf(id, title, 'broken', `${line}: ${clean(problem)} See ${places}`)
}

function checkOf(id: string, title: string, verdict: Verdict, message: string | null): CheckReport {
  return { id: `document/${id}`, title, verdict, message, lesson: null, restsOn: [], evidence: [] }
}

function assumptionOf(
  { gap, profileKey }: AnsweredGap,
  { profile, findings, misses }: LearntDocument,
): AssumptionReport {
  const isOf = ({ key }: { readonly key: string }) => key === profileKey || key.startsWith(`${profileKey}.`)
  const missed = [...new Set(misses.filter(isOf).map(({ reason }) => reason))]
  const isFound = findings.some(isOf) && missed.length === 0
  return {
    gap,
    profileKey,
    provenance: provenanceOf(profile, profileKey),
    verdict: isFound ? 'holds' : 'not-observed',
    message: isFound ? null : missed.join(' ') || 'The document does not say it.',
  }
}
