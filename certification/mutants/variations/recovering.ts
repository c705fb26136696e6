import { GOOD } from '../client/decisions.ts'
import type { Facts, Situation } from '../client/facts.ts'
import { plain, type Variation } from './variation.ts'

const UNKNOWN: readonly Situation[] = ['lost', 'timed-out', 'server-error', 'unreadable']

/** Before the first summary. */
const isOpen = ({ latest }: Facts) => latest === undefined

const isUnknown = (facts: Facts) => isOpen(facts) && UNKNOWN.includes(facts.now)

/** Correct ways to deal with an unknown outcome. */
export const RECOVERING: readonly Variation[] = [
  ...plain({
    'looks the purchase up, and resends it if it is not found': {},
    'resends the identical body first': {
      next: (facts) => (isUnknown(facts) ? 'resend' : GOOD.next(facts)),
    },
    'looks the purchase up several times before it resends it': {
      next: (facts) =>
        isOpen(facts) && facts.now === 'not-found' && facts.inARow < 4 ? 'look up' : GOOD.next(facts),
    },
    'looks up and resends at the same time': {
      next: (facts) => (isUnknown(facts) ? 'look up and resend' : GOOD.next(facts)),
    },
    'sends the first purchase twice at the same time': {
      next: (facts) => (facts.now === 'begins' ? 'resend twice' : GOOD.next(facts)),
    },
    'resends twice at the same time after a loss': {
      next: (facts) => (isUnknown(facts) ? 'resend twice' : GOOD.next(facts)),
    },
    'looks the reference up before it buys': {
      next: (facts) => (facts.now === 'begins' ? 'look up' : GOOD.next(facts)),
    },
  }),
  {
    says: 'retries a failure after 20 ms',
    change: {
      pauseMs: (facts) =>
        ['begins', 'processing', 'rate-limited'].includes(facts.now) ? GOOD.pauseMs(facts) : 20,
    },
    remark: 'retries-without-wait',
  },
  {
    says: 'gives up an order that a lookup did not find',
    remark: 'gave-up-unknown',
    change: { next: (facts) => (facts.now === 'not-found' && isOpen(facts) ? 'stop' : GOOD.next(facts)) },
  },
  ...plain({
    'buys again after a failure or a refusal': {
      next: (facts) =>
        facts.renewals === 0 &&
        (facts.latest?.status === 'FAILED' || (facts.now === 'refused' && isOpen(facts)))
          ? 'buy again'
          : GOOD.next(facts),
    },
    'waits for an answer for three minutes': { timeoutMs: () => 180_000 },
    'waits for an answer for a second': { timeoutMs: () => 1_000 },
  }),
]
