import { CLIENT_CLAUSES, type ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { Analysis } from './analysis.ts'
import { findingOf, type Rule, type RuleFinding } from './rule-finding.ts'
import { FOLLOWING } from './rules/following.ts'
import { PREPARING } from './rules/preparing.ts'
import { RECOVERING } from './rules/recovering.ts'
import { SENDING } from './rules/sending.ts'

/** Raised by every change that could alter a verdict, since a recording names the rules that judged it. */
export const RULES_VERSION = '8'

/** The rule of every clause that binds the client: a clause without one does not compile. */
const RULES: { readonly [Id in ClientClauseId]: Rule } = {
  ...PREPARING,
  ...SENDING,
  ...RECOVERING,
  ...FOLLOWING,
}

export type JudgedTrial = {
  readonly analysis: Analysis
  readonly findings: { readonly [Id in ClientClauseId]: RuleFinding }
}

/** The ids of the clauses that bind the client, in the order of the typical flow. */
export const CLIENT_CLAUSE_IDS: readonly ClientClauseId[] = Object.values(CLIENT_CLAUSES).map(({ id }) => id)

export function judgeAnalysis(analysis: Analysis): JudgedTrial {
  const findings = Object.fromEntries(CLIENT_CLAUSE_IDS.map((id) => [id, findingOf(RULES[id], analysis)]))
  // The keys are exactly the ids, which `Object.fromEntries` widens to string.
  return { analysis, findings: findings as JudgedTrial['findings'] }
}
