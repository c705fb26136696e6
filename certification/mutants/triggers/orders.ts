import type { Facts, Situation } from '../client/facts.ts'
import { concurrent, RESEND_FIRST, type Trigger } from './trigger.ts'

/** After a summary, while the order is followed. */
const following = (now: Situation) => (facts: Facts) => facts.latest !== undefined && facts.now === now

const polled = (polls: number) => (facts: Facts) => facts.now === 'processing' && facts.polls === polls

/** For one of two purchases only. */
const ofPurchase = (purchase: 1 | 2, when: (facts: Facts) => boolean) => (facts: Facts) =>
  facts.purchase === purchase && when(facts)

/** The events of an order while it is followed, until it is settled. */
export const ORDER_TRIGGERS = {
  processing: ['PROCESSING, not polled yet', 'SCENARIO-UNUSUAL-PACE', polled(0)],
  briefly: [
    'PROCESSING, not polled yet, any interval of 1 s',
    null,
    (facts) => polled(0)(facts) && facts.latest?.pollAfterSeconds === 1,
  ],
  secondPoll: ['PROCESSING after the first poll, another interval', 'SCENARIO-UNUSUAL-PACE', polled(1)],
  thirdPoll: ['PROCESSING after the second poll, a third interval', 'SCENARIO-UNUSUAL-PACE', polled(2)],
  tenthPoll: ['PROCESSING after the ninth poll', 'SCENARIO-LONG', polled(9)],
  fraction: ['PROCESSING, an interval of 1.5 s', 'SCENARIO-FRACTION', polled(0)],
  faster: ['PROCESSING, the second of two orders', 'SCENARIO-TWO-PACES', ofPurchase(2, polled(0))],
  slower: [
    'PROCESSING, next to an order with a shorter interval',
    'SCENARIO-TWO-PACES',
    ofPurchase(1, polled(0)),
    concurrent,
  ],
  resumed: ['PROCESSING, found after a lost answer', 'SCENARIO-LOST-AFTER', polled(0)],
  crashed: [
    'started again, killed when the order was recorded',
    'SCENARIO-RESTART-UNANSWERED',
    ({ start }) => start === 2,
  ],
  crashedLater: [
    'started again, killed while PROCESSING',
    'SCENARIO-RESTART-PROCESSING',
    ({ start }) => start === 2,
  ],
  pollLost: ['the answer to a poll is lost', 'SCENARIO-POLL-LOST', following('lost')],
  afterPollLost: ['PROCESSING again, after a poll that was lost', 'SCENARIO-POLL-LOST', polled(2)],
  afterPollCut: ['PROCESSING again, after a poll that broke off', 'SCENARIO-POLL-CUT', polled(2)],
  afterPollUnavailable: [
    'PROCESSING again, after a poll that was refused with 503',
    'SCENARIO-POLL-UNAVAILABLE',
    polled(2),
  ],
  afterPollFails: [
    'PROCESSING again, after a poll that was answered with 500',
    'SCENARIO-POLL-500',
    polled(2),
  ],
  afterPollRateLimited: [
    'PROCESSING again, after a poll that was refused with 429',
    'SCENARIO-POLL-RATE-LIMITED',
    polled(2),
  ],
  afterPollSlow: ['PROCESSING again, after a slow poll', 'SCENARIO-POLL-SLOW', polled(1)],
  replayed: ['PROCESSING, in the answer to a retry', 'SCENARIO-LOST-AFTER', polled(0), RESEND_FIRST],
  replayedTwice: [
    'PROCESSING, in the answer to a second retry',
    'SCENARIO-LOST-TWICE',
    polled(0),
    RESEND_FIRST,
  ],
  foundTwice: ['PROCESSING, found after two lost answers', 'SCENARIO-LOST-TWICE', polled(0)],
  secondLater: [
    'PROCESSING after the first poll, the second of two orders',
    'SCENARIO-TWO-PACES',
    ofPurchase(2, polled(1)),
  ],
  fasterTogether: [
    'PROCESSING, next to an order with a longer interval',
    'SCENARIO-TWO-PACES',
    ofPurchase(2, polled(0)),
    concurrent,
  ],
  pollCut: ['the answer to a poll breaks off', 'SCENARIO-POLL-CUT', following('lost')],
  pollUnavailable: ['a poll is refused with 503', 'SCENARIO-POLL-UNAVAILABLE', following('server-error')],
  pollFails: ['a poll is answered with 500', 'SCENARIO-POLL-500', following('server-error')],
  pollRateLimited: ['a poll is refused with 429', 'SCENARIO-POLL-RATE-LIMITED', following('rate-limited')],
  pollNotFound: ['a poll does not find the order yet', 'SCENARIO-LOOKUP-LATE', following('not-found')],
  revoked: ['a poll is refused: the key is revoked', 'SCENARIO-KEY-REVOKED', following('refused')],
  settledAtOnce: ['settled in the answer to the purchase', 'SCENARIO-AT-ONCE', following('settled')],
  settled: ['settled in success', 'SCENARIO-PROCESSING', following('settled')],
  settledByPoll: [
    'settled in success, after any poll',
    null,
    (facts) => following('settled')(facts) && facts.polls > 0 && facts.latest?.status === 'COMPLETED',
  ],
  settledByRetry: [
    'settled in success, in the answer to a retry',
    'SCENARIO-CLOSED',
    following('settled'),
    RESEND_FIRST,
  ],
  settledWhenFound: ['settled in success, found after a lost answer', 'SCENARIO-CUT', following('settled')],
  settledAfterRefusal: ['settled in success, after 429', 'SCENARIO-RATE-LIMITED', following('settled')],
  settledSecond: [
    'settled in success, the second of two orders',
    'SCENARIO-TWO-PACES',
    ofPurchase(2, following('settled')),
  ],
  settledTogether: [
    'settled in success, one of two at the same time',
    'SCENARIO-TWO-PACES',
    ofPurchase(2, following('settled')),
    concurrent,
  ],
  failed: ['settled in failure', 'SCENARIO-FAILS', following('settled')],
  unknownState: ['settled in an undocumented state', 'SCENARIO-UNKNOWN-STATE', following('settled')],
  extraFields: ['answers with unknown fields', 'SCENARIO-EXTRA-FIELDS', () => true],
} as const satisfies Record<string, Trigger>
