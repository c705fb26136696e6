import { type Decisions, GOOD } from '../client/decisions.ts'
import type { TriggerId } from '../triggers.ts'
import { ONE_BOUGHT, WHILE_PROCESSING } from './following.ts'
import { blamed, type Mistake, remarked, unseen } from './mistake.ts'

const NO_ANSWER = [
  'secondLost',
  'togetherLost',
  'lostBefore',
  'lostAfter',
  'closed',
  'cut',
  'stalled',
  'trickle',
] as const
const SERVER_ERRORS = [
  'unavailable',
  'unavailableAfter',
  'error500',
  'error500After',
  'error502',
  'error502After',
] as const
const OPEN: readonly TriggerId[] = [...NO_ANSWER, ...SERVER_ERRORS]
const AGAIN = ['lostTwice', 'lostAndLate', 'unavailableTwice'] as const
const FAILED_POLLS = [
  'pollLost',
  'pollCut',
  'pollUnavailable',
  'pollFails',
  'pollRateLimited',
  'pollNotFound',
] as const

const TIMEOUT = 'timeout-is-not-failure'
const RETRY = 'retry-identical-body'
const ONE_REFERENCE = 'one-reference-per-purchase'
const FOLLOWS = 'follows-until-settled'

/** Resends at once when the trigger occurs, with another content than before. */
const resent = (change: Partial<Decisions>): Partial<Decisions> => ({ ...change, next: () => 'resend' })

const bodyWith =
  (fields: object): Decisions['body'] =>
  (_, order) =>
    JSON.stringify({ ...order, ...fields })

/** The cells of a client that walks away from a card that it has bought, or may have bought. */
const GONE = {
  ...blamed(TIMEOUT, ...OPEN, 'crashed'),
  ...blamed(FOLLOWS, 'briefly', ...WHILE_PROCESSING, ...FAILED_POLLS, 'crashedLater'),
}

/** Mistakes after an unknown outcome, and in retries. */
export const RECOVERING: readonly Mistake[] = [
  {
    says: 'buys again under a new reference',
    change: { next: (facts) => (facts.renewals > 0 ? GOOD.next(facts) : 'buy again') },
    cells: {
      ...blamed(TIMEOUT, ...OPEN, ...AGAIN),
      ...blamed(RETRY, 'rateLimited'),
      ...blamed(
        ONE_REFERENCE,
        ...WHILE_PROCESSING,
        ...FAILED_POLLS,
        'revoked',
        ...ONE_BOUGHT,
        'unknownState',
      ),
    },
  },
  {
    says: 'makes another reference at each start',
    change: { order: (facts) => ({ ...GOOD.order(facts), partnerReference: `SHOP:started-${facts.start}` }) },
    cells: blamed(TIMEOUT, 'crashed', 'crashedLater'),
  },
  {
    says: 'buys under two references at the same time',
    change: { next: (facts) => (facts.now === 'begins' ? 'buy twice' : GOOD.next(facts)) },
    cells: {
      ...blamed(ONE_REFERENCE, 'first', 'second', 'together'),
      // It looks up one of two lost purchases, and abandons the other.
      ...blamed([ONE_REFERENCE, TIMEOUT], 'always'),
    },
  },
  {
    says: 'buys one card more than intended',
    change: {
      besides: ({ sku }) => [
        { method: 'POST', path: '/orders', body: JSON.stringify({ partnerReference: 'SHOP:more', sku }) },
      ],
    },
    cells: {
      ...blamed(TIMEOUT, ...OPEN),
      ...blamed(
        ONE_REFERENCE,
        'processing',
        'secondPoll',
        'pollLost',
        'settledAtOnce',
        'settled',
        'unknownState',
      ),
    },
  },
  {
    says: 'walks away, and exits with 1',
    change: { next: () => 'stop' },
    cells: GONE,
  },
  {
    says: 'treats it as a success, and exits with 0',
    change: { next: () => 'stop', exitCode: () => 0 },
    cells: {
      ...GONE,
      ...remarked(
        'exit-zero-without-purchase',
        'No sentence says how a client ends; no answer said that anything was bought.',
        'lostTwice',
        'lostAndLate',
        'unavailableTwice',
        'tooDear',
        'refused',
        'revoked',
        'failed',
      ),
      ...unseen('The meaning of the state is not documented: it may be a success.', 'unknownState'),
    },
  },
  {
    says: 'sends another SKU under the reference',
    change: resent({ order: (facts) => ({ ...GOOD.order(facts), sku: 'SCENARIO-PROCESSING' }) }),
    cells: {
      ...blamed(RETRY, ...OPEN, ...AGAIN, 'rateLimited'),
      ...blamed(ONE_REFERENCE, 'settledAtOnce'),
    },
  },
  {
    says: 'adds a field to the body that it resends',
    change: resent({ body: bodyWith({ attempt: 2 }) }),
    cells: blamed([RETRY, 'exactly-two-fields'], ...OPEN, ...AGAIN, 'rateLimited'),
  },
  {
    says: 'changes the case of the SKU',
    change: resent({ order: (facts) => ({ ...GOOD.order(facts), sku: facts.sku.toLowerCase() }) }),
    cells: blamed(RETRY, 'lostAfter', 'unavailable', 'rateLimited'),
  },
]
