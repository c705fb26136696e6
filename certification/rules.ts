import type { ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { Analysis } from './analysis/analysis.ts'
import type { RuleFinding } from './rule-finding.ts'
import { documentedOperationsOnly } from './rules/documented-operations-only.ts'
import { exactlyTwoFields } from './rules/exactly-two-fields.ts'
import { followsUntilSettled } from './rules/follows-until-settled.ts'
import { keyStaysOnServer } from './rules/key-stays-on-server.ts'
import { oneReferencePerPurchase } from './rules/one-reference-per-purchase.ts'
import {
  balanceBeforePurchase,
  pingFirst,
  priceBeforePurchase,
  skuFromCatalogue,
} from './rules/preparation.ts'
import { readsLookupPosition, readsPurchasePosition } from './rules/reads-position.ts'
import { retryIdenticalBody } from './rules/retry-identical-body.ts'
import { stableReference } from './rules/stable-reference.ts'
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
  'ping-first': pingFirst,
  'sku-from-catalogue': skuFromCatalogue,
  'price-before-purchase': priceBeforePurchase,
  'balance-before-purchase': balanceBeforePurchase,
  'exactly-two-fields': exactlyTwoFields,
  'retry-identical-body': retryIdenticalBody,
  'timeout-is-not-failure': timeoutIsNotFailure,
  'one-reference-per-purchase': oneReferencePerPurchase,
  'stable-reference': stableReference,
  'waits-poll-after': waitsPollAfter,
  'follows-until-settled': followsUntilSettled,
  'reads-purchase-position': readsPurchasePosition,
  'reads-lookup-position': readsLookupPosition,
  'key-stays-on-server': keyStaysOnServer,
  'documented-operations-only': documentedOperationsOnly,
}
