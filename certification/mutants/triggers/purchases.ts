import type { Facts, Situation } from '../client/facts.ts'
import { concurrent, RESEND_FIRST, type Trigger } from './trigger.ts'

/** Before the first summary, while the outcome of the purchase is unknown. */
const open =
  (now: Situation, purchase = 1) =>
  (facts: Facts) =>
    facts.purchase === purchase && facts.latest === undefined && facts.now === now && facts.inARow === 1

/** The events of a purchase, up to its first summary. */
export const PURCHASE_TRIGGERS = {
  always: ['always, in every scenario', null, () => true],
  first: ['the first purchase', 'SCENARIO-AT-ONCE', ({ purchase }) => purchase === 1],
  second: ['the second of two purchases', 'SCENARIO-TWO-CARDS', ({ purchase }) => purchase === 2],
  together: [
    'the second of two purchases at the same time',
    'SCENARIO-TWO-AT-ONCE',
    ({ purchase }) => purchase === 2,
    concurrent,
  ],
  lostBefore: ['the connection is lost, nothing recorded', 'SCENARIO-LOST-BEFORE', open('lost')],
  lostAfter: ['the connection is lost, the order recorded', 'SCENARIO-LOST-AFTER', open('lost')],
  lostTwice: [
    'the connection is lost twice',
    'SCENARIO-LOST-TWICE',
    ({ latest, now, sent }) => latest === undefined && now === 'lost' && sent === 2,
    RESEND_FIRST,
  ],
  closed: ['the connection is closed without an answer', 'SCENARIO-CLOSED', open('lost')],
  secondLost: ['the answer to the second of two purchases is lost', 'SCENARIO-TWO-LOST', open('lost', 2)],
  togetherLost: [
    'the answer to the second of two purchases at the same time is lost',
    'SCENARIO-TWO-LOST',
    open('lost', 2),
    concurrent,
  ],
  cut: ['the answer breaks off', 'SCENARIO-CUT', open('lost')],
  stalled: ['the answer is delayed by 90 s', 'SCENARIO-STALLED', open('timed-out')],
  trickle: [
    'the answer is slower than the timeout of the client',
    'SCENARIO-TRICKLE',
    open('timed-out'),
    { timeoutMs: () => 3_000 },
  ],
  lostAndLate: [
    'the answer is lost, and the lookup finds nothing yet',
    'SCENARIO-LOST-AND-LATE',
    open('not-found'),
  ],
  unavailable: [
    '503, nothing recorded',
    'SCENARIO-UNAVAILABLE',
    ({ latest, now, sent }) => latest === undefined && now === 'server-error' && sent === 1,
  ],
  unavailableTwice: [
    '503 for the second time',
    'SCENARIO-UNAVAILABLE',
    ({ latest, now, sent }) => latest === undefined && now === 'server-error' && sent === 2,
    RESEND_FIRST,
  ],
  unavailableAfter: [
    '503 with a Retry-After, the order recorded',
    'SCENARIO-UNAVAILABLE-AFTER',
    (facts) => open('server-error')(facts) && facts.retryAfter !== undefined,
  ],
  error500: ['500, nothing recorded', 'SCENARIO-500-BEFORE', open('server-error')],
  error500After: ['500, the order recorded', 'SCENARIO-500-AFTER', open('server-error')],
  error502: ['502, nothing recorded', 'SCENARIO-502-BEFORE', open('server-error')],
  error502After: ['502, the order recorded', 'SCENARIO-502-AFTER', open('server-error')],
  rateLimited: ['429', 'SCENARIO-RATE-LIMITED', open('rate-limited')],
  tooDear: ['the card costs more than the balance', 'SCENARIO-TOO-DEAR', () => true],
  refused: ['the purchase is refused for good', 'SCENARIO-WITHDRAWN', open('refused')],
} as const satisfies Record<string, Trigger>
