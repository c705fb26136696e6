import type { Facts, Situation } from '../client/facts.ts'
import { concurrent, RESEND_FIRST, type Trigger } from './trigger.ts'

/** After a summary: the order is being followed. */
const following = (now: Situation) => (facts: Facts) => facts.latest !== undefined && facts.now === now

/** After the failure of the first poll, the order is PROCESSING again. */
const after = (sku: Trigger['scenarios'][number], says: string): Trigger => ({
  says: `PROCESSING again, after ${says}`,
  scenarios: [sku],
  when: (facts) => polled(2)(facts),
})

const polled = (polls: number) => (facts: Facts) => facts.now === 'processing' && facts.polls === polls

/** The events of an order that is followed, until it is settled. */
export const ORDER_TRIGGERS = {
  processing: {
    says: 'PROCESSING, not polled yet',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    when: polled(0),
  },
  briefly: {
    says: 'PROCESSING, not polled yet, any interval of 1 s',
    scenarios: [],
    when: (facts) => polled(0)(facts) && facts.latest?.pollAfterSeconds === 1,
  },
  secondPoll: {
    says: 'PROCESSING after the first poll, another interval',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    when: polled(1),
  },
  thirdPoll: {
    says: 'PROCESSING after the second poll, a third interval',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    when: polled(2),
  },
  tenthPoll: {
    says: 'PROCESSING after the ninth poll',
    scenarios: ['SCENARIO-LONG'],
    when: polled(9),
  },
  fraction: {
    says: 'PROCESSING, an interval of 1.5 s',
    scenarios: ['SCENARIO-FRACTION'],
    when: polled(0),
  },
  faster: {
    says: 'PROCESSING, the second of two orders',
    scenarios: ['SCENARIO-TWO-PACES'],
    when: (facts) => facts.purchase === 2 && polled(0)(facts),
  },
  slower: {
    says: 'PROCESSING, next to an order with a shorter interval',
    scenarios: ['SCENARIO-TWO-PACES'],
    when: (facts) => facts.purchase === 1 && polled(0)(facts),
    needs: concurrent,
  },
  resumed: {
    says: 'PROCESSING, found after a lost answer',
    scenarios: ['SCENARIO-LOST-AFTER'],
    when: polled(0),
  },
  crashed: {
    says: 'started again, killed when the order was recorded',
    scenarios: ['SCENARIO-RESTART-UNANSWERED'],
    when: ({ start }) => start === 2,
  },
  crashedLater: {
    says: 'started again, killed while PROCESSING',
    scenarios: ['SCENARIO-RESTART-PROCESSING'],
    when: ({ start }) => start === 2,
  },
  pollLost: {
    says: 'the answer to a poll is lost',
    scenarios: ['SCENARIO-POLL-LOST'],
    when: following('lost'),
  },
  afterPollLost: {
    says: 'PROCESSING again, after a poll that was lost',
    scenarios: ['SCENARIO-POLL-LOST'],
    when: polled(2),
  },
  afterPollCut: after('SCENARIO-POLL-CUT', 'a poll that broke off'),
  afterPollUnavailable: after('SCENARIO-POLL-UNAVAILABLE', 'a poll that was refused with 503'),
  afterPollFails: after('SCENARIO-POLL-500', 'a poll that was answered with 500'),
  afterPollRateLimited: after('SCENARIO-POLL-RATE-LIMITED', 'a poll that was refused with 429'),
  afterPollSlow: {
    says: 'PROCESSING again, after a slow poll',
    scenarios: ['SCENARIO-POLL-SLOW'],
    when: polled(1),
  },
  replayed: {
    says: 'PROCESSING, in the answer to a retry',
    scenarios: ['SCENARIO-LOST-AFTER'],
    when: polled(0),
    needs: RESEND_FIRST,
  },
  replayedTwice: {
    says: 'PROCESSING, in the answer to a second retry',
    scenarios: ['SCENARIO-LOST-TWICE'],
    when: polled(0),
    needs: RESEND_FIRST,
  },
  foundTwice: {
    says: 'PROCESSING, found after two lost answers',
    scenarios: ['SCENARIO-LOST-TWICE'],
    when: polled(0),
  },
  secondLater: {
    says: 'PROCESSING after the first poll, the second of two orders',
    scenarios: ['SCENARIO-TWO-PACES'],
    when: (facts) => facts.purchase === 2 && polled(1)(facts),
  },
  fasterTogether: {
    says: 'PROCESSING, next to an order with a longer interval',
    scenarios: ['SCENARIO-TWO-PACES'],
    when: (facts) => facts.purchase === 2 && polled(0)(facts),
    needs: concurrent,
  },
  pollCut: {
    says: 'the answer to a poll breaks off',
    scenarios: ['SCENARIO-POLL-CUT'],
    when: following('lost'),
  },
  pollUnavailable: {
    says: 'a poll is refused with 503',
    scenarios: ['SCENARIO-POLL-UNAVAILABLE'],
    when: following('server-error'),
  },
  pollFails: {
    says: 'a poll is answered with 500',
    scenarios: ['SCENARIO-POLL-500'],
    when: following('server-error'),
  },
  pollRateLimited: {
    says: 'a poll is refused with 429',
    scenarios: ['SCENARIO-POLL-RATE-LIMITED'],
    when: following('rate-limited'),
  },
  pollNotFound: {
    says: 'a poll finds nothing yet',
    scenarios: ['SCENARIO-LOOKUP-LATE'],
    when: following('not-found'),
  },
  revoked: {
    says: 'a poll is refused: the key is revoked',
    scenarios: ['SCENARIO-KEY-REVOKED'],
    when: following('refused'),
  },
  settledAtOnce: {
    says: 'settled in the answer to the purchase',
    scenarios: ['SCENARIO-AT-ONCE'],
    when: following('settled'),
  },
  settled: {
    says: 'settled in success',
    scenarios: ['SCENARIO-PROCESSING'],
    when: following('settled'),
  },
  settledByPoll: {
    says: 'settled in success, any that was polled',
    scenarios: [],
    when: (facts) => following('settled')(facts) && facts.polls > 0 && facts.latest?.status === 'COMPLETED',
  },
  settledByRetry: {
    says: 'settled in success, in the answer to a retry',
    scenarios: ['SCENARIO-CLOSED'],
    when: following('settled'),
    needs: RESEND_FIRST,
  },
  settledWhenFound: {
    says: 'settled in success, found after a lost answer',
    scenarios: ['SCENARIO-CUT'],
    when: following('settled'),
  },
  settledAfterRefusal: {
    says: 'settled in success, after 429',
    scenarios: ['SCENARIO-RATE-LIMITED'],
    when: following('settled'),
  },
  settledSecond: {
    says: 'settled in success, the second of two orders',
    scenarios: ['SCENARIO-TWO-PACES'],
    when: (facts) => facts.purchase === 2 && following('settled')(facts),
  },
  settledTogether: {
    says: 'settled in success, one of two at the same time',
    scenarios: ['SCENARIO-TWO-PACES'],
    when: (facts) => facts.purchase === 2 && following('settled')(facts),
    needs: concurrent,
  },
  failed: { says: 'settled in failure', scenarios: ['SCENARIO-FAILS'], when: following('settled') },
  unknownState: {
    says: 'settled in an undocumented state',
    scenarios: ['SCENARIO-UNKNOWN-STATE'],
    when: following('settled'),
  },
  extraFields: {
    says: 'answers with unknown fields',
    scenarios: ['SCENARIO-EXTRA-FIELDS'],
    when: () => true,
  },
} as const satisfies Record<string, Trigger>
