import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Reading } from '../analysis/analysis.ts'
import type { Finding } from '../finding.ts'
import { RULES } from '../rules.ts'

/** One trial, judged by every rule. */
export type Judgement = {
  readonly reading: Reading
  readonly findings: { readonly [Id in ClientClauseId]: Finding }
}

/** The ids of the clauses that bind the client, in the order of the typical flow. */
export const CLIENT_CLAUSE_IDS: readonly ClientClauseId[] = Object.values(CLIENT_CLAUSES).map(({ id }) => id)

/** Judges one trial by every rule. */
export function judgeReading(reading: Reading): Judgement {
  const findings = Object.fromEntries(CLIENT_CLAUSE_IDS.map((id) => [id, RULES[id](reading)]))
  // The keys are exactly the ids, which `Object.fromEntries` widens to string.
  return { reading, findings: findings as Judgement['findings'] }
}
