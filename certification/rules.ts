import { CLIENT_CLAUSES, type ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { Analysis } from './analysis/analysis.ts'
import type { RuleFinding } from './rule-finding.ts'
import { followsUntilSettled } from './rules/follows-until-settled.ts'
import { keyStaysOnServer } from './rules/key-stays-on-server.ts'
import { oneReferencePerPurchase } from './rules/one-reference-per-purchase.ts'
import { PREPARATION } from './rules/preparation.ts'
import { readsPosition } from './rules/reads-position.ts'
import { documentedOperationsOnly, exactlyTwoFields, stableReference } from './rules/request-shape.ts'
import { retryIdenticalBody } from './rules/retry-identical-body.ts'
import { timeoutIsNotFailure } from './rules/timeout-is-not-failure.ts'
import { waitsPollAfter } from './rules/waits-poll-after.ts'

/**
 * Judges one clause by one trial. Pure: the same analysis gives the same finding. What was not seen is
 * not observed, and a finding that depends on an answer of the profile names the gap.
 */
export type Rule = (analysis: Analysis) => RuleFinding

/** Changes with every change that could alter a verdict: a recording that is judged again names the rules. */
export const RULES_VERSION = '7'

/** The rule of every clause that binds the client: a clause without one does not compile. */
export const RULES: { readonly [Id in ClientClauseId]: Rule } = {
  ...PREPARATION,
  'exactly-two-fields': exactlyTwoFields,
  'retry-identical-body': retryIdenticalBody,
  'timeout-is-not-failure': timeoutIsNotFailure,
  'one-reference-per-purchase': oneReferencePerPurchase,
  'stable-reference': stableReference,
  'waits-poll-after': waitsPollAfter,
  'follows-until-settled': followsUntilSettled,
  'reads-purchase-position': (analysis) => readsPosition(analysis, 'purchase'),
  'reads-lookup-position': (analysis) => readsPosition(analysis, 'lookup'),
  'key-stays-on-server': keyStaysOnServer,
  'documented-operations-only': documentedOperationsOnly,
}

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
