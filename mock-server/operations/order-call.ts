import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OrderEffect } from '../../contract/wire/exchange.ts'
import type { OperationCall } from '../call/call.ts'
import { type Served, served } from '../call/outcome.ts'
import { callerAccount } from '../call/sandbox-entry.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import { type Order, summaryAt } from '../store/order.ts'
import { orderAnswerBody } from './order-response.ts'

type OrderAt = { readonly order: Order; readonly scenario: Scenario; readonly now: number }

/** An order's summary at a moment, at the position of the operation (§4.1). */
export function servedOrder(call: OperationCall, { order, scenario, now }: OrderAt): Served {
  const summary = summaryAt(order, now, call.mock.profile.states)
  const kind = call.operation === 'createOrder' ? 'purchase' : 'lookup'
  return served(call, JSON.stringify(orderAnswerBody(kind, summary, scenario.extraFields)))
}

/** Records in the journal which order a request was about, and the effect. */
export function recordOrder(
  call: OperationCall,
  { partnerReference, sku }: OrderRequest,
  effect: OrderEffect,
): void {
  call.recording.order({ partnerReference, sku, effect })
}

/** Counts a request about something; the first one is 1. */
export function countAttempt(call: OperationCall, subject: string): MaybePromise<number> {
  return call.mock.store.countAttempt(callerAccount(call), subject)
}
