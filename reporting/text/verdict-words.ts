import { isCertified } from '../../contract/report/certified.ts'
import type {
  AssumptionReport,
  CheckReport,
  ClauseReport,
  Lesson,
  Report,
  ScenarioReport,
} from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { counted } from '../../contract/text/listed.ts'
import { isWarning } from './said.ts'

type Clauses = readonly Pick<ClauseReport, 'id' | 'level' | 'verdict'>[]
type Judged = { readonly outcome: Report['outcome']; readonly clauses: Clauses }

/**
 * The verdicts on all clauses in one line, to be printed after the outcome. Warnings are counted separately. Clauses
 * out of reach are named, and not counted.
 */
export function clauseTally({ outcome, clauses }: Judged): string {
  const count = (verdict: ClauseReport['verdict']) => clauses.filter((one) => one.verdict === verdict).length
  const warnings = clauses.filter(isWarning).length
  const warned = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`
  const unkept = `${count('broken') - warnings} broken${warned}, ${count('not-observed')} not observed`
  const beyond = outOfReach(clauses)
  if (beyond.length === 0) return `${count('kept')} of ${clauses.length} clauses kept, ${unkept}`
  const within = clauses.length - beyond.length
  const reached = `${count('kept')} of ${within} within reach`
  const named = `${beyond.length} out of reach: ${beyond.join(', ')}`
  const isAll = outcome === 'kept' && count('kept') === within
  return isAll ? `${reached}; ${named}` : `${reached} kept, ${unkept}; ${named}`
}

function outOfReach(clauses: Clauses): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'out-of-reach').map(({ id }) => id)
}

/** The drifted assumptions by provenance; undefined if there are none. */
function driftWords({ assumptions }: Pick<Report, 'assumptions'>): string | undefined {
  const bySource = Map.groupBy(driftedAnswers(assumptions), ({ provenance }) => provenance)
  if (bySource.size === 0) return undefined
  const parts = [...bySource].map(
    ([source, answers]: [AssumptionReport['provenance'], AssumptionReport[]]) =>
      `differs from what was ${source}: ${answers.map(({ gap }) => gap).join(', ')}`,
  )
  return parts.join('; ')
}

/** The result of a run in one line: the drifted assumptions, and the tally of clauses. */
export function verdictSentence(report: Pick<Report, 'outcome' | 'clauses' | 'assumptions'>): string {
  const drift = driftWords(report)
  return [...(drift === undefined ? [] : [drift]), clauseTally(report)].join('; ')
}

/**
 * The word for the outcome of a run, the same in every rendering. For a certification, it says whether the client is
 * certified.
 */
export function outcomeWord(report: Report): string {
  const { kind, outcome, remarks } = report
  const said = outcome.replaceAll('-', ' ')
  if (kind === 'verify') return said
  if (isAcceptedOnly(report) || outcome === 'broken') return 'not certified'
  if (outcome === 'kept') return remarks.length > 0 ? 'certified, with remarks' : 'certified'
  return isKeptInPart(report) ? 'no certificate' : `not certified: ${said}`
}

/** True if only some scenarios ran, and all of them were kept. */
export function isKeptInPart({ outcome, scenarios }: Report): boolean {
  if (outcome !== 'incomplete' || scenarios === null || scenarios.length === 0) return false
  return scenarios.every((one) => one.outcome === 'kept')
}

/**
 * The outcome that decides the colour and shape of a run. A run that is only accepted, without a certificate, is not
 * green.
 */
export function shownOutcome(report: Report): Report['outcome'] {
  return isAcceptedOnly(report) ? 'incomplete' : report.outcome
}

/** True if a certification passes without a certificate: a clause is excused, or a scenario was not completed. */
export function isAcceptedOnly(report: Report): boolean {
  return report.kind === 'certify' && report.outcome === 'kept' && !isCertified(report)
}

/** The scenario of a check, whose id ends with the scenario's SKU; undefined for any other check. */
export function scenarioOf({ id }: CheckReport, { scenarios }: Report): ScenarioReport | undefined {
  return scenarios?.find(({ sku }) => id.endsWith(`/${sku}`))
}

/** The advice for a broken clause, from its first broken check with advice. */
export function lessonOfClause({ verdict, checks }: ClauseReport): Lesson | null {
  if (verdict !== 'broken') return null
  return checks.find((check) => check.verdict === 'broken' && check.lesson !== null)?.lesson ?? null
}
