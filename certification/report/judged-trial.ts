import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { RuleFinding } from '../rule-finding.ts'
import { RULES } from '../rules.ts'

/** One trial, judged by every rule. */
export type JudgedTrial = {
  readonly analysis: Analysis
  readonly findings: { readonly [Id in ClientClauseId]: RuleFinding }
}

/** The ids of the clauses that bind the client, in the order of the typical flow. */
export const CLIENT_CLAUSE_IDS: readonly ClientClauseId[] = Object.values(CLIENT_CLAUSES).map(({ id }) => id)

/** Judges one trial by every rule. */
export function judgeAnalysis(analysis: Analysis): JudgedTrial {
  const findings = Object.fromEntries(CLIENT_CLAUSE_IDS.map((id) => [id, RULES[id](analysis)]))
  // The keys are exactly the ids, which `Object.fromEntries` widens to string.
  return { analysis, findings: findings as JudgedTrial['findings'] }
}
