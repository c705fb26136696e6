import { type Profile, provenanceOf } from '../../contract/profile/profile.ts'
import type { Clause } from '../../contract/reference/clause.ts'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { newReport, type RunFacts } from '../../contract/report/new-report.ts'
import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../contract/report/report.ts'
import {
  type AssumptionVerdict,
  clauseVerdict,
  type Outcome,
  outcomeOf,
  type Verdict,
} from '../../contract/report/verdict.ts'
import { NOT_PROVOKED } from '../checks/assumptions/by-gap.ts'
import { ANSWERED_GAPS, type AnsweredGap, ASSUMPTION_PLAN, clausePlan, type Planned } from '../plan.ts'
import { type CheckResult, subjectId } from '../result.ts'
import { remarksOn } from './remarks.ts'

/** What a run of the suite was, besides its results. */
export type SuiteFacts = RunFacts & {
  readonly profile: Profile
  /** Whether the run was thorough. Default: no. */
  readonly thorough?: boolean
  readonly purchases: Report['purchases']
}

/** Why a run ended early. Without an outcome, the results until then decide. */
export type EarlyEnd = { readonly outcome?: Outcome; readonly message: string }

/**
 * The report of a run: it has every planned check, whether it ran or not.
 *
 * @param ending given when the run ended early.
 */
export function buildReport(facts: SuiteFacts, results: readonly CheckResult[], ending?: EarlyEnd): Report {
  const byId = new Map(results.map((result) => [subjectId(result.subject), result]))
  const clauses = Object.values(SERVER_CLAUSES).map((clause) => clauseReport(clause, clausePlan(facts), byId))
  const assumptions = ANSWERED_GAPS.map((answered) => assumptionReport(answered, facts.profile, byId))
  return {
    ...newReport('verify', facts),
    outcome: ending?.outcome ?? outcomeOf(clauses, assumptions),
    message: ending?.message ?? null,
    clauses,
    assumptions,
    remarks: remarksOn(results),
    purchases: facts.purchases,
  }
}

type ResultsById = ReadonlyMap<string, CheckResult>

function clauseReport(clause: Clause, plan: readonly Planned[], results: ResultsById): ClauseReport {
  const planned = plan.filter(({ subject }) => subject.kind === 'clause' && subject.clause === clause.id)
  const checks = planned.map((check) => checkReport(check, results))
  const verdict = clauseVerdict(checks.map((check) => check.verdict))
  const needs = verdict === 'out-of-reach' ? (checks[0]?.message ?? null) : null
  return { ...clause, verdict, needs, excused: null, checks }
}

const NOT_RUN = 'The run ended before this check did.'

function checkReport({ subject, title, restsOn = [] }: Planned, results: ResultsById): CheckReport {
  const id = subjectId(subject)
  const { verdict, message, evidence, durationMs } = results.get(id) ?? {
    verdict: 'not-observed' as const,
    message: NOT_RUN,
    evidence: [],
  }
  return {
    id,
    title,
    verdict,
    message,
    lesson: null,
    restsOn: [...restsOn],
    evidence: [...evidence],
    ...(durationMs !== undefined && { durationMs }),
  }
}

const ASSUMPTION_VERDICTS: Record<Verdict, AssumptionVerdict> = {
  kept: 'holds',
  broken: 'differs',
  'not-observed': 'not-observed',
  'out-of-reach': 'not-observed',
}

function assumptionReport(
  { gap, profileKey }: AnsweredGap,
  profile: Profile,
  results: ResultsById,
): AssumptionReport {
  const isPlanned = ASSUMPTION_PLAN.some(
    ({ subject }) => subject.kind === 'assumption' && subject.gap === gap,
  )
  const result = results.get(subjectId({ kind: 'assumption', gap }))
  return {
    gap,
    profileKey,
    provenance: provenanceOf(profile, profileKey),
    verdict: ASSUMPTION_VERDICTS[result?.verdict ?? 'not-observed'],
    message: result === undefined ? (isPlanned ? NOT_RUN : NOT_PROVOKED) : result.message,
    ...(result?.durationMs !== undefined && { durationMs: result.durationMs }),
  }
}
