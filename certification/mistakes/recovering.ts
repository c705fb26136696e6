import { ONE_TOO_MANY, REUSED } from '../purchases.ts'
import { hasTrouble, type Mistake, type Mistakes, type Seen, statusIn, type Trouble } from './mistake.ts'

const hasCrashed = ({ analysis }: Seen) => analysis.trial.crash !== undefined

/** Whether the order was looked up after its answer was lost, before it was bought again. */
const hasSought = ({ analysis: { explained }, finding: { breaks } }: Seen) =>
  explained.some(
    ({ as, purchase, order }) =>
      ONE_TOO_MANY.includes(as) &&
      breaks.includes(purchase.exchange.seq) &&
      order.requests.some(({ kind, answer }) => kind === 'lookup' && answer.knownMs < purchase.arrivedMs),
  )

const LOSSES: readonly (readonly [kind: Trouble, what: (seen: Seen) => string, treat: string])[] = [
  [
    'cut',
    () => 'The answer ended in the middle of its body.',
    'Read until the last chunk; a body that ends early is an error. It does not say whether the card was bought',
  ],
  [
    'server-error',
    (seen) => `The answer was ${statusIn(seen)}: the card may be bought.`,
    'Treat each status from 500 on like an answer that never came',
  ],
  [
    'late',
    () => 'The answer came too late: the timeout of the client ended the call.',
    'After a timeout the card may be bought',
  ],
  [
    'lost',
    () => 'The connection ended before an answer came.',
    'Catch the error of the connection. The card may be bought',
  ],
]

type Loss = (typeof LOSSES)[number]

const boughtAgainAfter = ([kind, what, treat]: Loss): Mistake => ({
  of: 'unknown',
  isSeen: hasTrouble(kind),
  cause: (seen) =>
    `${what(seen)} The client treats that as "not bought", and begins again, with a new reference.`,
  remedy: `Make the reference and the body once, before the first attempt, and send them again as they are. ${treat}.`,
})

const leftAfter = ([kind, what, treat]: Loss): Mistake => ({
  isSeen: hasTrouble(kind),
  cause: (seen) => `${what(seen)} The client treats that as "not bought", or stops at the error.`,
  remedy: `${treat}: look up its reference, or send the identical body again.`,
})

export const RECOVERING: Mistakes = {
  'timeout-is-not-failure': [
    {
      isSeen: hasCrashed,
      cause: 'The reference is only kept in memory, or made again at each start.',
      remedy:
        'Store the reference before the purchase is sent, or make it of the label of the order. At the start, look it up, or send the identical body again.',
    },
    {
      isSeen: hasSought,
      cause: 'A lookup that does not find the order is treated as "not bought".',
      remedy:
        'When a lookup does not find the order, send the identical body again, with the same reference: that never buys twice.',
    },
    ...LOSSES.map(boughtAgainAfter),
    ...LOSSES.map(leftAfter),
  ],
  'retry-identical-body': [
    {
      of: 'rate-limited',
      cause: '429 is treated as "not bought", and the purchase begins again, with a new reference.',
      remedy:
        'After 429, wait as long as Retry-After says, and send the identical body again, with the same reference.',
    },
  ],
  'one-reference-per-purchase': [
    {
      isSeen: ({ finding: { mistake } }) => REUSED.some((kind) => kind === mistake),
      cause:
        'The reference is made of something that several purchases share, such as the order or the buyer.',
    },
    {
      of: 'processing',
      cause: 'PROCESSING is treated as a failure, or the wait for the order has a time limit.',
      remedy: 'Follow the order that there is until it is settled. Buy again only after a failure.',
    },
    {
      of: 'pending',
      cause: 'Two parts of the client, or two clicks, buy for the same order at the same time.',
      remedy:
        'Create one reference for each card when the purchase is decided, and store it before it is sent.',
    },
    {
      cause: 'The code that buys runs again for an order that was already bought, with a new reference.',
      remedy:
        'Create one reference for each card when the purchase is decided, and store it: whenever the code runs again, use that one.',
    },
  ],
}
