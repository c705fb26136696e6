import type { Advice } from '../rule-finding.ts'

export const FORGOTTEN: Advice = {
  cause: 'The reference is only kept in memory, or made again at each start.',
  remedy:
    'Store the reference before the purchase is sent, or make it of the label of the order. At the start, look it up, or send the identical body again.',
}
export const NOT_FOUND: Advice = {
  cause: 'A lookup that does not find the order is treated as "not bought".',
  remedy:
    'When a lookup does not find the order, send the identical body again, with the same reference: that never buys twice.',
}

/** Why a card is bought again, by what was known of the first purchase. */
export const AGAIN: Readonly<Record<string, Advice>> = {
  processing: {
    cause: 'PROCESSING is treated as a failure, or the wait for the order has a time limit.',
    remedy: 'Follow the order that there is until it is settled. Buy again only after a failure.',
  },
  pending: {
    cause: 'Two parts of the client, or two clicks, buy for the same order at the same time.',
    remedy:
      'Create one reference for each card when the purchase is decided, and store it before it is sent.',
  },
  settled: {
    cause: 'The code that buys runs again for an order that was already bought, with a new reference.',
    remedy:
      'Create one reference for each card when the purchase is decided, and store it: whenever the code runs again, use that one.',
  },
}
