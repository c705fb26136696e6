import type { Calls } from './calls.ts'
import { waitAtLeast } from './clock.ts'
import {
  InsufficientBalanceError,
  OutcomeUnknownError,
  PartnerPurchaseError,
  RateLimitedError,
  RefusedError,
  UnexpectedResponseError,
} from './errors.ts'
import { type FlowContext, followOrder } from './follow.ts'
import { isBelow, type Money } from './money.ts'
import type { OrderRequest } from './order-request.ts'
import { askedPauseMs, asksTooLong, delayAfter } from './recovery.ts'
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

/** Reads price and balance, buys once, and follows the order until it is settled. */
export async function purchaseCard(
  order: OrderRequest,
  base: Omit<FlowContext, 'unknownOutcome'>,
): Promise<Purchase> {
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

/**
 * Sends a purchase until its summary is known (§4.2, §4.3). After an answer that did not come, or cannot be used,
 * it waits, looks the order up, and if that does not find it sends the identical body again.
 *
 * @param send sends the purchase once, always with the same body.
 * @throws {RefusedError} when every answer so far was a refusal: nothing was bought.
 * @throws {OutcomeUnknownError} when an answer was lost, and neither lookups nor retries gave the outcome; or when the
 * service asks for a longer pause than a call may take.
 */
async function placeOrder(
  partnerReference: string,
  send: () => Promise<OrderSummary>,
  { calls, clock, recovery, signal, unknownOutcome }: FlowContext,
): Promise<OrderSummary> {
  let isOpen = false
  for (let failures = 1; ; failures += 1) {
    const sent = await attempt(send, signal)
    if ('summary' in sent) return sent.summary
    // No refusal is documented to mean "not bought": it does not settle what an earlier answer left open.
    isOpen ||= !(sent.error instanceof RefusedError && sent.error.status < 500)
    if (!isOpen && !(sent.error instanceof RateLimitedError)) throw sent.error
    if (asksTooLong(sent.error)) throw unknownOutcome(sent.error)
    if (failures > recovery.maxAttempts) throw isOpen ? unknownOutcome(sent.error) : sent.error
    await waitAtLeast(clock, delayAfter(sent.error, failures, recovery), signal)
    if (!isOpen) continue
    const found = await attempt(() => calls.lookup(partnerReference, { signal }), signal)
    if ('summary' in found) return found.summary
    if (asksTooLong(found.error)) throw unknownOutcome(found.error)
    await waitAtLeast(clock, askedPauseMs(found.error), signal)
  }
}

type Attempt = { readonly summary: OrderSummary } | { readonly error: unknown }

/** The result of a request. After an abort there is no retry. */
async function attempt(
  request: () => Promise<OrderSummary>,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  try {
    return { summary: await request() }
  } catch (error) {
    signal?.throwIfAborted()
    return { error }
  }
}
