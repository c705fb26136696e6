import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OrderEffect } from '../../contract/wire/exchange.ts'
import { callerAccount, type OperationCall, type Served, served } from '../respond/call.ts'
import { type Order, type Summary, summaryAt } from '../store/order.ts'
import type { MaybePromise } from '../store/store.ts'

type OrderAt = { readonly order: Order; readonly scenario: Scenario; readonly now: number }

/** An order's summary at a moment, at the position of the operation (§4.1). */
export function servedOrder(call: OperationCall, { order, scenario, now }: OrderAt): Served {
  const summary = summaryAt(order, now, call.mock.profile.states)
  const isPurchase = call.operation === 'createOrder'
  return served(call, JSON.stringify(orderAnswerBody(isPurchase, summary, scenario.extraFields)))
}

/**
 * The body of an answer about an order, its summary at the documented position.
 *
 * @param hasExtraFields whether it also has undocumented fields: at every level, and where the other answer has its
 *   summary.
 */
function orderAnswerBody(isPurchase: boolean, summary: Summary, hasExtraFields: boolean): object {
  if (!hasExtraFields) return { data: { order: isPurchase ? { order: summary } : summary } }
  const extended = { ...summary, ...EXTRA_IN_SUMMARY }
  const order = isPurchase ? { ...ELSEWHERE, order: extended } : { ...extended, order: ELSEWHERE }
  return { meta: { trace: 'c0ffee', warnings: [] }, data: { order, links: { self: '/orders' } } }
}

const EXTRA_IN_SUMMARY = { settlement: { batch: 7, currency: 'XTS' }, tags: ['new'], note: null }

/** What a client reads if it uses the position of the other answer. */
const ELSEWHERE = { status: 'NOT_THE_SUMMARY' }

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
