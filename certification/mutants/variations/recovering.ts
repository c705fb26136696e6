import { GOOD } from '../client/decisions.ts'
import type { Facts, Situation } from '../client/facts.ts'
import type { Variation } from './variation.ts'

const UNKNOWN: readonly Situation[] = ['lost', 'timed-out', 'server-error', 'unreadable']

/** Before there was a summary. */
const isOpen = ({ latest }: Facts) => latest === undefined

const isUnknown = (facts: Facts) => isOpen(facts) && UNKNOWN.includes(facts.now)

/** What clients do, rightly, when the outcome of a purchase is open. */
export const RECOVERING: readonly Variation[] = [
  { says: 'looks up, and sends it again where it is not found', change: {} },
  {
    says: 'sends the identical body again at first',
    change: { next: (facts) => (isUnknown(facts) ? 'resend' : GOOD.next(facts)) },
  },
  {
    says: 'looks up until it finds it, sends it again late',
    change: {
      next: (facts) =>
        isOpen(facts) && facts.now === 'not-found' && facts.inARow < 4 ? 'look up' : GOOD.next(facts),
    },
  },
  {
    says: 'looks up and sends again at the same time',
    change: { next: (facts) => (isUnknown(facts) ? 'look up and resend' : GOOD.next(facts)) },
  },
  {
    says: 'sends it twice at the same time from the start',
    change: { next: (facts) => (facts.now === 'begins' ? 'resend twice' : GOOD.next(facts)) },
  },
  {
    says: 'sends it twice at the same time after a loss',
    change: { next: (facts) => (isUnknown(facts) ? 'resend twice' : GOOD.next(facts)) },
  },
  {
    says: 'retries what failed after 20 ms',
    change: {
      pauseMs: (facts) =>
        ['begins', 'processing', 'rate-limited'].includes(facts.now) ? GOOD.pauseMs(facts) : 20,
    },
  },
  {
    says: 'looks the reference up before it buys',
    change: { next: (facts) => (facts.now === 'begins' ? 'look up' : GOOD.next(facts)) },
  },
  {
    says: 'gives up an order that a lookup did not find',
    remark: 'gave-up-unknown',
    change: { next: (facts) => (facts.now === 'not-found' && isOpen(facts) ? 'stop' : GOOD.next(facts)) },
  },
  {
    says: 'buys again after a failure or a refusal',
    change: {
      next: (facts) =>
        facts.renewals === 0 &&
        (facts.latest?.status === 'FAILED' || (facts.now === 'refused' && isOpen(facts)))
          ? 'buy again'
          : GOOD.next(facts),
    },
  },
  { says: 'waits for an answer for three minutes', change: { timeoutMs: () => 180_000 } },
  { says: 'waits for an answer for a second', change: { timeoutMs: () => 1_000 } },
]
