import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { quotation } from '../../contract/reference/statements.ts'
import type { CheckReport, ClauseReport } from '../../contract/report/report.ts'
import { clauseVerdict } from '../../contract/report/verdict.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { adviceOf, type ClientToRepeat, sectionAgainst } from '../advice.ts'
import { CLIENT_CLAUSE_IDS, type JudgedTrial } from '../rules.ts'
import { namesOf } from '../trial.ts'

/**
 * Every clause that binds the client, with one check for each scenario that shows it. If no scenario shows the clause,
 * the scenarios that should have shown it are listed.
 */
export function clauseReports(judgements: readonly JudgedTrial[], facts: ClientToRepeat): ClauseReport[] {
  return CLIENT_CLAUSE_IDS.map((id) => {
    const checks = checksOf(id, judgements).map((judgement) => checkReport(id, judgement, facts))
    const verdict = clauseVerdict(checks.map((check) => check.verdict))
    return { ...CLIENT_CLAUSES[id], verdict, needs: null, excused: null, checks }
  })
}

function checksOf(id: ClientClauseId, judgements: readonly JudgedTrial[]): readonly JudgedTrial[] {
  const shown = judgements.filter(({ findings }) => findings[id].verdict !== 'not-observed')
  if (shown.length > 0) return shown
  const concerned = judgements.filter(({ analysis }) => analysis.trial.scenario.clauses.includes(id))
  return concerned.length > 0 ? concerned : judgements.slice(0, 1)
}

function checkReport(
  id: ClientClauseId,
  { analysis, findings }: JudgedTrial,
  facts: ClientToRepeat,
): CheckReport {
  const { verdict, message, evidence, restsOn } = findings[id]
  const { scenario, beganMs, endedMs } = analysis.trial
  const { sku } = namesOf(analysis.trial)
  const isBroken = verdict === 'broken'
  return {
    id: `${id}/${sku}`,
    title: `${CLIENT_CLAUSES[id].text}: ${scenario.name}`,
    verdict,
    message:
      isBroken && message !== null ? `${message} ${quotation(id, sectionAgainst(findings[id]))}` : message,
    lesson: isBroken ? adviceOf(id, findings[id], analysis, facts) : null,
    restsOn: [...new Set(restsOn)],
    evidence: evidenceOf(evidence),
    durationMs: Math.max(0, endedMs - beganMs),
  }
}

/** A flood may break a clause thousands of times, so only the first exchanges of the evidence are shown. */
const MOST = 4
const LONGEST_BODY = 2000

function evidenceOf(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.slice(0, MOST).map(({ request, response, ...exchange }) => ({
    ...exchange,
    request: { ...request, body: request.body === null ? null : shortened(request.body) },
    response: response === null ? null : { ...response, body: shortened(response.body) },
  }))
}

function shortened(body: string): string {
  const left = body.length - LONGEST_BODY
  return left <= 0 ? body : `${body.slice(0, LONGEST_BODY).toWellFormed()}… (${left} more characters)`
}
