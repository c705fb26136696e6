import type { Facts, Situation } from '../client/facts.ts'
import { concurrent, type Trigger } from './trigger.ts'

/** After a summary: the order is being followed. */
const following = (now: Situation) => (facts: Facts) => facts.latest !== undefined && facts.now === now

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
