/** The contract as a package entry: `partner-purchase-kit/contract`. */

export { type PartialProfile, ProfileError, parseProfile, resolveProfile } from './profile/parse-profile.ts'
export {
  type AnswerKey,
  type Profile,
  type ProfileSection,
  type Provenance,
  provenanceOf,
} from './profile/profile.ts'
export { DEFAULT_PROFILE } from './profile/profile-defaults.ts'
export type { Clause, ClauseTable, Level, Party } from './reference/clause.ts'
export { CLIENT_CLAUSES, type ClientClauseId } from './reference/client-clauses.ts'
export { GAPS, type Gap, type GapId, isGapId } from './reference/gaps.ts'
export { SERVER_CLAUSES, type ServerClauseId } from './reference/server-clauses.ts'
export type { ClauseId, Statement } from './reference/statements/statement.ts'
export { STATEMENTS, statementsOf } from './reference/statements.ts'
export {
  type AssumptionReport,
  type CheckReport,
  type ClauseReport,
  REFERENCE_VERSION,
  type Report,
  reportSchema,
} from './report/report.ts'
export {
  type AssumptionVerdict,
  clauseVerdict,
  EXIT_CODES,
  EXIT_INTERRUPTED,
  type Outcome,
  outcomeOf,
  type Verdict,
} from './report/verdict.ts'
export { parseScenarios, ScenariosError } from './scenario/parse-scenarios.ts'
export {
  type Course,
  type Ending,
  type ProcessingPhase,
  type Scenario,
  type ScenarioInput,
  scenarioSchema,
} from './scenario/scenario.ts'
export { authHeaderValue, isTestKey, keyInAuthHeader, TEST_KEY_PREFIX } from './wire/auth.ts'
export type { OrderRequest, OrderSummary } from './wire/bodies.ts'
export {
  type DeliveryOutcome,
  type Exchange,
  exchangeSchema,
  type NearMiss,
  type OrderEffect,
} from './wire/exchange.ts'
export type { CommitPoint, Fault, FaultKind } from './wire/fault.ts'
export type { JsonPointer } from './wire/json-pointer.ts'
export { formatAmount, type Money, type MoneyFormat, parseAmount } from './wire/money.ts'
export { OPERATION_IDS, type Operation, type OperationId, operationsOf } from './wire/operations.ts'
export { PROCESSING } from './wire/processing.ts'
