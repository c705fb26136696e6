import type { ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import { counted, tallied } from '../../contract/text/listed.ts'
import { isWarning } from './blame.ts'
import { type Meaning, matrixMeaning } from './variant-words.ts'
import { isAcceptedOnly } from './verdict-words.ts'
import { AFTER_THE_RUN } from './what-to-do.ts'

/** What the verdict on a client means, or why there is none, in one sentence, and what to do next. */
export function meaningOf(report: Report): Meaning {
  const { outcome, clauses } = report
  if (report.kind === 'variants') return matrixMeaning(report)
  const open = clauses.filter(({ excused }) => excused === null)
  const musts = open.filter(({ level }) => level === 'must')
  const warnings = open.filter(isWarning).length
  if (isAcceptedOnly(report)) {
    return {
      lead: 'What is not kept here is accepted for now: the run passes, but this is not a certificate.',
      next: 'Fix what the baseline excuses, run every scenario to its end, and certify the client again.',
    }
  }
  if (outcome === 'kept') return certified(warnings)
  const brokenMusts = countOf(musts, 'broken')
  if (outcome === 'broken' && brokenMusts > 0) {
    return {
      lead: `This client breaks ${counted(brokenMusts, 'clause')} that it must keep: do not use it with real money until this is fixed.`,
      next: `Begin with the first clause below: make its smallest fix, and run its scenario alone. Then certify the client again as a whole.${warnings === 0 ? '' : ` ${warningWords(warnings)}`}`,
    }
  }
  if (outcome === 'broken') {
    return {
      lead: `No clause that this client must keep is broken. The run is strict: ${warningWords(warnings)}`,
      next: 'Follow the recommendations below, or certify the client again without `--strict`.',
    }
  }
  if (outcome === 'incomplete' && report.startFailure !== undefined) {
    return { lead: report.startFailure.message, next: report.startFailure.remedy }
  }
  if (outcome === 'incomplete') {
    return {
      lead: `${counted(countOf(musts, 'not-observed'), 'clause')} that a client must keep could not be observed: without that, this is not a certificate. None of those was seen broken.`,
      next: 'Remove the cause shown with each of them below, and certify the client again.',
    }
  }
  return {
    lead: 'The certification did not finish: it says nothing about the client.',
    next: AFTER_THE_RUN[outcome] ?? '',
  }
}

function warningWords(warnings: number): string {
  return `${counted(warnings, 'recommendation')} of the reference ${warnings === 1 ? 'is' : 'are'} not followed.`
}

function certified(warnings: number): Meaning {
  const next =
    'Keep this report with its journal, and certify again whenever the client, its profile or the reference changes.'
  return {
    lead: 'In every scenario that it ran, this client did what the reference requires.',
    next: warnings === 0 ? next : `${warningWords(warnings)} ${next}`,
  }
}

function countOf(clauses: readonly ClauseReport[], wanted: ClauseReport['verdict']): number {
  return clauses.filter(({ verdict }) => verdict === wanted).length
}

/**
 * Where the answers of a profile come from, in one line.
 *
 * @example
 * provenanceWords({ assumed: 25, observed: 1, confirmed: 0 }) // '26 answers: 25 assumed, 1 observed, 0 confirmed'
 */
export function provenanceWords({ assumed, observed, confirmed }: ProvenanceCounts): string {
  const all = counted(assumed + observed + confirmed, 'answer')
  return `${all}: ${assumed} assumed, ${observed} observed, ${confirmed} confirmed`
}

type ProvenanceCounts = NonNullable<Report['profile']>['provenance']

/**
 * The outcomes of the scenarios in one line.
 *
 * @example
 * scenarioTally(scenarios) // '23 run: 2 broken, 21 kept'
 */
export function scenarioTally(scenarios: readonly ScenarioReport[]): string {
  const outcomes = scenarios.map(({ outcome }) => outcome)
  const counts = tallied(outcomes, ['broken', 'incomplete', 'kept'])
  return counts === '' ? 'none' : `${scenarios.length} run: ${counts}`
}
