import { type CallOptions, type Calls, createCalls } from './calls.ts'
import { OutcomeUnknownError } from './errors.ts'
import { followOrder } from './follow.ts'
import { type ClientOptions, completeOptions } from './options.ts'
import { checkIdentifiers, type OrderRequest } from './order-request.ts'
import { type Purchase, purchaseCard } from './purchase.ts'
import type { OrderSummary } from './summary.ts'

/** Options of `follow`. */
export type FollowOptions = CallOptions & {
  /** A summary that is already known: the client waits its `pollAfterSeconds` before the first lookup. */
  readonly from?: OrderSummary | undefined
}

/** A client of the Partner Purchase API: its six operations, and the two flows made of them. */
export type Client = Calls & {
  /**
   * Yields every summary up to and including the first that is settled. Never polls early; tolerates a
   * few failed polls in a row.
   *
   * @throws {OrderNotFoundError} when the service knows no such order, and `from` does not say otherwise.
   * @throws {OutcomeUnknownError} when too many polls in a row fail, or one is refused.
   */
  follow(partnerReference: string, options?: FollowOptions): AsyncGenerator<OrderSummary, void, undefined>
  /**
   * Price, balance, purchase, and polls until it is settled. Buys at most once, also when the network fails.
   *
   * @throws {InsufficientBalanceError} before anything is sent.
   * @throws {OrderRefusedError} when the service refuses the purchase.
   * @throws {OutcomeUnknownError} when it may have been made. Keep the reference, and look it up later.
   */
  purchase(order: OrderRequest, options?: CallOptions): Promise<Purchase>
}

/**
 * A client with no dependency but the platform's `fetch`.
 *
 * @throws {UsageError} when an option is invalid.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'pk_test_1' })
 * const { outcome } = await client.purchase({ partnerReference: 'SHOP:1001', sku: 'SCENARIO-PROCESSING' })
 */
export function createClient(options: ClientOptions): Client {
  const settings = completeOptions(options)
  const { clock, recovery } = settings
  const calls = createCalls(settings)
  return {
    ...calls,
    async *follow(partnerReference, { from, signal } = {}) {
      const unknownOutcome = (cause: unknown) =>
        new OutcomeUnknownError({ operation: 'follow', partnerReference, sku: null, attempts: 0, cause })
      yield* followOrder(partnerReference, from, { calls, clock, recovery, signal, unknownOutcome })
    },
    async purchase({ partnerReference, sku }, { signal } = {}) {
      checkIdentifiers('purchase', { partnerReference, sku }, settings)
      return purchaseCard({ partnerReference, sku }, { calls, clock, recovery, signal })
    },
  }
}
