/** The step after an answer that does not show the outcome of the purchase. */
export const NEXT = { lookUp: 'look up', resend: 'resend', buyAgain: 'buy again' }

/**
 * The behaviour of a correct client. Every decision that the reference binds is a member of its own, so that a variation
 * is wrong in one thing, and right in everything else.
 */
export const CORRECT = {
  /** What is read before the first purchase, in this order. */
  readsFirst: ['ping', 'products', 'price', 'balance'],
  /** What is read only after everything is bought. */
  readsLast: [],
  /** Anything else that the client does before its first purchase. It is handed `call`. */
  beforePurchases: async () => undefined,

  /** The target of a request. */
  target: (path) => path,

  /** `sending` counts the requests for one purchase, `renewal` the references that were given up; from 1 and from 0. */
  reference: ({ run, number, renewal }) => `SHOP:${run}-${number}${renewal > 0 ? `-again${renewal}` : ''}`,
  skuToBuy: ({ sku }) => sku,
  body: ({ partnerReference, sku }) => ({ partnerReference, sku }),

  /** The position of the summary. */
  readPurchase: (data) => data.order.order,
  readLookup: (data) => data.order,

  /** What to do after a purchase without an answer. */
  afterLoss: () => NEXT.lookUp,

  /** How an order that is PROCESSING is followed. `waitMs` counts from the receipt of the latest summary. */
  waitMs: ({ latest }) => latest.pollAfterSeconds * 1000 + 25,
  mostPolls: Number.POSITIVE_INFINITY,
}
