/** The contract as a package entry: `partner-purchase-kit/contract`. */
export { authHeaderValue, isTestKey, keyInAuthHeader, TEST_KEY_PREFIX } from './auth.ts'
export type { OrderRequest, OrderSummary } from './bodies.ts'
export type { Clause, ClauseTable, Level, Party } from './clause.ts'
export { CLIENT_CLAUSES, type ClientClauseId } from './client-clauses.ts'
export {
  type DeliveryOutcome,
  type Exchange,
  exchangeSchema,
  type NearMiss,
  type OrderEffect,
} from './exchange.ts'
export type { CommitPoint, Fault, FaultKind } from './fault.ts'
export { GAPS, type Gap, type GapId, isGapId } from './gaps.ts'
export type { JsonPointer } from './json-pointer.ts'
export { formatAmount, type Money, type MoneyFormat, parseAmount } from './money.ts'
export { OPERATION_IDS, type Operation, type OperationId, operationsOf } from './operations.ts'
export { type PartialProfile, ProfileError, parseProfile, resolveProfile } from './parse-profile.ts'
export { parseScenarios, ScenariosError } from './parse-scenarios.ts'
export { PROCESSING } from './processing.ts'
export {
  type AnswerKey,
  type Profile,
  type ProfileSection,
  type Provenance,
  provenanceOf,
} from './profile.ts'
export { DEFAULT_PROFILE } from './profile-defaults.ts'
export {
  type AssumptionReport,
  type CheckReport,
  type ClauseReport,
  REFERENCE_VERSION,
  type Report,
  reportSchema,
} from './report.ts'
export {
  type Course,
  type Ending,
  type ProcessingPhase,
  type Scenario,
  type ScenarioInput,
  scenarioSchema,
} from './scenario.ts'
export { SERVER_CLAUSES, type ServerClauseId } from './server-clauses.ts'
export type { ClauseId, Statement } from './statements/statement.ts'
export { STATEMENTS, statementsOf } from './statements.ts'
export {
  type AssumptionVerdict,
  clauseVerdict,
  EXIT_CODES,
  EXIT_INTERRUPTED,
  type Outcome,
  outcomeOf,
  type Verdict,
} from './verdict.ts'
