import type { ScenarioSku } from '../../fixtures/scenarios.ts'
import type { Decisions } from './client/decisions.ts'
import type { Facts, Situation } from './client/facts.ts'
import type { CrashPoint } from './crash.ts'

/** A moment at which a mistake is made, and at no other. */
export type Trigger = {
  readonly says: string
  /** The scenarios that bring it about. */
  readonly scenarios: readonly ScenarioSku[]
  /** Whether it is there, by what the client knows. */
  readonly when: (facts: Facts) => boolean
  /** Where the client is killed in them, and started again, if it is. */
  readonly crashAt?: CrashPoint
  /** What a client must decide for it to come about, if it has to differ from the good one. */
  readonly needs?: Partial<Decisions>
}

/** Before there was a summary: the outcome of the purchase is open. */
const open =
  (now: Situation, purchase = 1) =>
  (facts: Facts) =>
    facts.purchase === purchase && facts.latest === undefined && facts.now === now && facts.inARow === 1

/** After a summary: the order is being followed. */
const following = (now: Situation) => (facts: Facts) => facts.latest !== undefined && facts.now === now

const polled = (polls: number) => (facts: Facts) => facts.now === 'processing' && facts.polls === polls

const resendFirst: Partial<Decisions> = {
  next: ({ now, inARow }) =>
    now === 'settled' || inARow > 5 ? 'stop' : now === 'processing' ? 'look up' : 'resend',
}

const concurrent: Partial<Decisions> = { isConcurrent: () => true }

/** Every trigger, in the order of the page's columns. */
export const TRIGGERS = {
  always: { says: 'always, in every scenario', scenarios: [], when: () => true },
  first: {
    says: 'the first purchase',
    scenarios: ['SCENARIO-AT-ONCE'],
    when: ({ purchase }) => purchase === 1,
  },
  second: {
    says: 'the second of two purchases',
    scenarios: ['SCENARIO-TWO-CARDS'],
    when: ({ purchase }) => purchase === 2,
  },
  together: {
    says: 'the second of two purchases at the same time',
    scenarios: ['SCENARIO-TWO-AT-ONCE'],
    when: ({ purchase }) => purchase === 2,
    needs: concurrent,
  },
  lostBefore: {
    says: 'the connection is lost, nothing recorded',
    scenarios: ['SCENARIO-LOST-BEFORE'],
    when: open('lost'),
  },
  lostAfter: {
    says: 'the connection is lost, the order recorded',
    scenarios: ['SCENARIO-LOST-AFTER'],
    when: open('lost'),
  },
  lostTwice: {
    says: 'the connection is lost, and once more',
    scenarios: ['SCENARIO-LOST-TWICE'],
    when: ({ latest, now, sent }) => latest === undefined && now === 'lost' && sent === 2,
    needs: resendFirst,
  },
  closed: {
    says: 'the connection is closed without an answer',
    scenarios: ['SCENARIO-CLOSED'],
    when: open('lost'),
  },
  secondLost: {
    says: 'the answer to the second of two purchases is lost',
    scenarios: ['SCENARIO-TWO-LOST'],
    when: open('lost', 2),
  },
  cut: { says: 'the answer breaks off', scenarios: ['SCENARIO-CUT'], when: open('lost') },
  stalled: {
    says: 'the answer is held for 90 s',
    scenarios: ['SCENARIO-STALLED'],
    when: open('timed-out'),
  },
  trickle: {
    says: 'the answer comes slower than the client waits',
    scenarios: ['SCENARIO-TRICKLE'],
    when: open('timed-out'),
    needs: { timeoutMs: () => 3_000 },
  },
  lostAndLate: {
    says: 'the answer is lost, and the lookup finds nothing yet',
    scenarios: ['SCENARIO-LOST-AND-LATE'],
    when: open('not-found'),
  },
  unavailable: {
    says: '503, nothing recorded',
    scenarios: ['SCENARIO-UNAVAILABLE'],
    when: ({ latest, now, sent }) => latest === undefined && now === 'server-error' && sent === 1,
  },
  unavailableTwice: {
    says: '503 for the second time',
    scenarios: ['SCENARIO-UNAVAILABLE'],
    when: ({ latest, now, sent }) => latest === undefined && now === 'server-error' && sent === 2,
    needs: resendFirst,
  },
  unavailableAfter: {
    says: '503, the order recorded',
    scenarios: ['SCENARIO-UNAVAILABLE-AFTER'],
    when: open('server-error'),
  },
  error500: { says: '500, nothing recorded', scenarios: ['SCENARIO-500-BEFORE'], when: open('server-error') },
  error500After: {
    says: '500, the order recorded',
    scenarios: ['SCENARIO-500-AFTER'],
    when: open('server-error'),
  },
  error502: { says: '502, nothing recorded', scenarios: ['SCENARIO-502-BEFORE'], when: open('server-error') },
  error502After: {
    says: '502, the order recorded',
    scenarios: ['SCENARIO-502-AFTER'],
    when: open('server-error'),
  },
  rateLimited: {
    says: '429',
    scenarios: ['SCENARIO-RATE-LIMITED'],
    when: open('rate-limited'),
  },
  tooDear: {
    says: 'the card costs more than there is',
    scenarios: ['SCENARIO-TOO-DEAR'],
    when: () => true,
  },
  refused: {
    says: 'the purchase is refused for good',
    scenarios: ['SCENARIO-WITHDRAWN'],
    when: open('refused'),
  },
  processing: {
    says: 'PROCESSING, not polled yet',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    when: polled(0),
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
  slower: {
    says: 'PROCESSING, beside an order with a shorter interval',
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
    scenarios: ['SCENARIO-PROCESSING'],
    crashAt: 'recorded',
    when: ({ start }) => start === 2,
  },
  crashedLater: {
    says: 'started again, killed while PROCESSING',
    scenarios: ['SCENARIO-PROCESSING'],
    crashAt: 'processing',
    when: ({ start }) => start === 2,
  },
  pollLost: {
    says: 'the answer to a poll is lost',
    scenarios: ['SCENARIO-POLL-LOST'],
    when: following('lost'),
  },
  pollUnavailable: {
    says: 'a poll is refused with 503',
    scenarios: ['SCENARIO-POLL-UNAVAILABLE'],
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
  failed: { says: 'settled in failure', scenarios: ['SCENARIO-FAILS'], when: following('settled') },
  unknownState: {
    says: 'settled in a state that no list has',
    scenarios: ['SCENARIO-UNKNOWN-STATE'],
    when: following('settled'),
  },
  extraFields: {
    says: 'answers with unknown fields',
    scenarios: ['SCENARIO-EXTRA-FIELDS'],
    when: () => true,
  },
} as const satisfies Record<string, Trigger>

/** A trigger's name in the table. */
export type TriggerId = keyof typeof TRIGGERS
