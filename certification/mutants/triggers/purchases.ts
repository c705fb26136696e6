import type { Facts, Situation } from '../client/facts.ts'
import { concurrent, RESEND_FIRST, type Trigger } from './trigger.ts'

/** Before the first summary: the outcome of the purchase is open. */
const open =
  (now: Situation, purchase = 1) =>
  (facts: Facts) =>
    facts.purchase === purchase && facts.latest === undefined && facts.now === now && facts.inARow === 1

/** The events of a purchase, up to its first summary. */
export const PURCHASE_TRIGGERS = {
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
    needs: RESEND_FIRST,
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
  togetherLost: {
    says: 'the answer to the second of two purchases at the same time is lost',
    scenarios: ['SCENARIO-TWO-LOST'],
    when: open('lost', 2),
    needs: concurrent,
  },
  cut: { says: 'the answer breaks off', scenarios: ['SCENARIO-CUT'], when: open('lost') },
  stalled: {
    says: 'the answer is delayed by 90 s',
    scenarios: ['SCENARIO-STALLED'],
    when: open('timed-out'),
  },
  trickle: {
    says: 'the answer is slower than the timeout of the client',
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
    needs: RESEND_FIRST,
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
} as const satisfies Record<string, Trigger>
