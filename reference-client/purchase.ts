import type { Calls } from './calls.ts'
import {
  InsufficientBalanceError,
  OutcomeUnknownError,
  PartnerPurchaseError,
  UnexpectedResponseError,
} from './errors.ts'
import { type FlowContext, followOrder } from './follow.ts'
import { isBelow, type Money } from './money.ts'
import type { OrderRequest } from './order-request.ts'
import { placeOrder } from './recovery.ts'
import type { OrderSummary, SettledSummary } from './summary.ts'

/** How a purchase ended. */
export type Purchase = OrderRequest & {
  readonly price: Money
  /** Before the purchase; `null` when the answer has no readable balance where the profile expects one. */
  readonly balance: Money | null
  readonly summary: SettledSummary
  /** The outcome of the summary. A failure is returned, not thrown. */
  readonly outcome: SettledSummary['outcome']
}

type PurchaseFlow = Omit<FlowContext, 'unknownOutcome'>

/** Reads price and balance, buys once, and follows the order until it is settled. */
export async function purchaseCard(order: OrderRequest, base: PurchaseFlow): Promise<Purchase> {
  const { partnerReference, sku } = order
  const { calls, signal } = base
  const price = await calls.price(sku, { signal })
  const balance = await readableBalance(calls, signal)
  if (balance !== null && isBelow(balance, price)) throw new InsufficientBalanceError({ price, balance })

  let attempts = 0
  const unknownOutcome = (cause: unknown) =>
    new OutcomeUnknownError({ operation: 'purchase', partnerReference, sku, attempts, cause })
  const send = () => {
    signal?.throwIfAborted()
    attempts += 1
    return calls.order(order, { signal })
  }
  try {
    const summary = await settle(partnerReference, send, { ...base, unknownOutcome })
    return { partnerReference, sku, price, balance, summary, outcome: summary.outcome }
  } catch (error) {
    const isOwn = error instanceof PartnerPurchaseError && error !== signal?.reason
    // Once the purchase has left, an abort or a fault says nothing about it.
    throw attempts === 0 || isOwn ? error : unknownOutcome(error)
  }
}

async function settle(
  partnerReference: string,
  send: () => Promise<OrderSummary>,
  flow: FlowContext,
): Promise<SettledSummary> {
  let latest = await placeOrder(partnerReference, send, flow)
  for await (const summary of followOrder(partnerReference, latest, flow)) latest = summary
  if (!latest.settled) throw flow.unknownOutcome(undefined)
  return latest
}

async function readableBalance(calls: Calls, signal: AbortSignal | undefined): Promise<Money | null> {
  try {
    return await calls.balance({ signal })
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.profileKey !== null) return null
    throw error
  }
}
