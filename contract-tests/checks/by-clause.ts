import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { allowlistChecks, keyRequiredChecks } from './access.ts'
import type { Checks } from './check.ts'
import { envelopeChecks } from './envelope.ts'
import { newReferenceChecks } from './new-reference.ts'
import { pingModeChecks, pingOkChecks } from './ping.ts'
import { pollAfterChecks } from './poll-after.ts'
import { lookupPositionChecks, purchasePositionChecks } from './positions.ts'
import { balanceChecks, priceChecks, productChecks } from './reading.ts'
import { sameBodyChecks } from './same-body.ts'
import { leavesProcessingChecks } from './settling.ts'
import { timeoutChecks } from './timeout.ts'
import { twoFieldsChecks } from './two-fields.ts'

/** The checks of every clause that binds the server: a clause without one does not compile. */
export const CHECKS: { readonly [Id in ServerClauseId]: Checks } = {
  'data-envelope': envelopeChecks,
  'ping-ok': pingOkChecks,
  'ping-mode-test': pingModeChecks,
  'product-has-sku': productChecks,
  'price-per-sku': priceChecks,
  'balance-readable': balanceChecks,
  'order-two-fields': twoFieldsChecks,
  'purchase-position': purchasePositionChecks,
  'lookup-position': lookupPositionChecks,
  'same-body-same-purchase': sameBodyChecks,
  'new-reference-new-purchase': newReferenceChecks,
  'purchase-survives-timeout': timeoutChecks,
  'processing-has-poll-after': pollAfterChecks,
  'order-leaves-processing': leavesProcessingChecks,
  'key-required': keyRequiredChecks,
  'ip-allowlist': allowlistChecks,
}
