import { type Decisions, GOOD } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { plain, type Variation } from './variation.ts'

const pauses = (change: (ms: number, facts: Facts) => number): Partial<Decisions> => ({
  pauseMs: (facts) => change(GOOD.pauseMs(facts), facts),
})

const reading = (path: string, when: (facts: Facts) => boolean): Partial<Decisions> => ({
  besides: (facts) => (when(facts) ? [{ method: 'GET', path, body: null }] : []),
})

/** Correct orders and paces of reading, buying and polling. */
export const FOLLOWING: readonly Variation[] = [
  ...plain({
    'looks up once, then polls by the identical body': {
      next: (facts) => (facts.now === 'processing' && facts.polls > 0 ? 'resend' : GOOD.next(facts)),
    },
    'polls by lookup and body in turn': {
      next: (facts) => (facts.now === 'processing' && facts.polls % 2 === 1 ? 'resend' : GOOD.next(facts)),
    },
    'waits half as long again': pauses((ms) => ms * 1.5),
    'waits three times as long': pauses((ms) => ms * 3),
    'waits a random time longer, up to a second': pauses((ms, { polls }) => ms + ((polls * 617) % 1000)),
    'waits at least ten seconds between polls': pauses((ms, { now }) =>
      now === 'processing' ? Math.max(10_000, ms) : ms,
    ),
    'polls early by no more than the noise of a timer': pauses((ms, { now, latest }) =>
      now === 'processing' ? (latest?.pollAfterSeconds ?? 0) * 970 : ms,
    ),
  }),
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
  ...plain({
    'makes all purchases at the same time': { isConcurrent: () => true },
    'reads everything before each purchase': { reads: () => ['ping', 'products', 'price', 'balance'] },
    'reads price and balance before ping and products': {
      reads: () => ['price', 'balance', 'ping', 'products'],
    },
    'reads the balance after each answer': reading('/balance', () => true),
    'pings while it waits': reading('/ping', ({ now }) => now === 'processing'),
  }),
]
