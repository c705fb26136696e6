import { type Decisions, GOOD } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import type { Variation } from './variation.ts'

const pauses = (change: (ms: number, facts: Facts) => number): Partial<Decisions> => ({
  pauseMs: (facts) => change(GOOD.pauseMs(facts), facts),
})

const reading = (path: string, when: (facts: Facts) => boolean): Partial<Decisions> => ({
  besides: (facts) => (when(facts) ? [{ method: 'GET', path, body: null }] : []),
})

/** In which order, and at which pace, clients rightly read, buy and poll. */
export const FOLLOWING: readonly Variation[] = [
  {
    says: 'looks up once, then polls by the identical body',
    change: {
      next: (facts) => (facts.now === 'processing' && facts.polls > 0 ? 'resend' : GOOD.next(facts)),
    },
  },
  {
    says: 'polls by lookup and body in turn',
    change: {
      next: (facts) => (facts.now === 'processing' && facts.polls % 2 === 1 ? 'resend' : GOOD.next(facts)),
    },
  },
  { says: 'waits half as long again', change: pauses((ms) => ms * 1.5) },
  { says: 'waits three times as long', change: pauses((ms) => ms * 3) },
  {
    says: 'waits up to a second longer, by chance',
    change: pauses((ms, { polls }) => ms + ((polls * 617) % 1000)),
  },
  {
    says: 'waits ten seconds at least between polls',
    change: pauses((ms, { now }) => (now === 'processing' ? Math.max(10_000, ms) : ms)),
  },
  {
    says: 'is early by what a timer is off by',
    change: pauses((ms, { now, latest }) =>
      now === 'processing' ? (latest?.pollAfterSeconds ?? 0) * 970 : ms,
    ),
  },
  {
    says: 'confirms a settled order by one lookup',
    remark: 'asked-after-settled',
    change: {
      next: (facts) => {
        if (facts.now === 'settled' && facts.inARow === 1) return 'look up'
        const isConfirmed = facts.latest !== undefined && facts.latest.status !== 'PROCESSING'
        return facts.now === 'not-found' && isConfirmed ? 'stop' : GOOD.next(facts)
      },
    },
  },
  { says: 'makes all purchases at the same time', change: { isConcurrent: () => true } },
  {
    says: 'reads everything before each purchase',
    change: { reads: () => ['ping', 'products', 'price', 'balance'] },
  },
  {
    says: 'reads price and balance before ping and products',
    change: { reads: () => ['price', 'balance', 'ping', 'products'] },
  },
  { says: 'reads the balance after each answer', change: reading('/balance', () => true) },
  { says: 'pings while it waits', change: reading('/ping', ({ now }) => now === 'processing') },
]
