import { type Decisions, GOOD } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { alike, blamed, blamedAndRemarked, type Mistake, remarked, unseen } from './mistake.ts'

const WAITS = 'waits-poll-after'
const FOLLOWS = 'follows-until-settled'

const PACES = ['processing', 'secondPoll', 'thirdPoll', 'tenthPoll', 'slower'] as const
const ONE_SECOND = ['faster', 'afterPollLost'] as const
const AFTER_A_FAILURE = [
  'afterPollCut',
  'afterPollUnavailable',
  'afterPollFails',
  'afterPollRateLimited',
  'afterPollSlow',
] as const
const REPLAYED = ['replayed', 'replayedTwice'] as const
const RECOVERED = [...REPLAYED, 'foundTwice'] as const
const OF_TWO = ['secondLater', 'fasterTogether'] as const
/** Moments at which an order is PROCESSING, and its client was not restarted. */
export const WHILE_PROCESSING = [
  ...AFTER_A_FAILURE,
  ...RECOVERED,
  ...OF_TWO,
  ...PACES,
  ...ONE_SECOND,
  'fraction',
  'resumed',
] as const
const EACH_POLL = [...WHILE_PROCESSING, 'crashed', 'crashedLater'] as const
/** Moments at which a card is bought: the first of two, or the only one. */
export const ONE_BOUGHT = [
  'settledAtOnce',
  'settled',
  'settledByRetry',
  'settledWhenFound',
  'settledAfterRefusal',
  'settledSecond',
] as const
const BOUGHT = [...ONE_BOUGHT, 'settledTogether'] as const
const SETTLED = [...BOUGHT, 'settledByPoll', 'failed', 'unknownState'] as const

const asked = ({ latest }: Facts) => (latest?.pollAfterSeconds ?? 0) * 1000

const WHOLE_SECONDS = remarked(
  'waits-whole-seconds',
  'It waits the whole second; no sentence says that an interval may have a fraction.',
  'fraction',
)
/** A client whose pauses are all too short retries without a wait, too. */
const ALWAYS_TOO_SHORT = blamedAndRemarked(WAITS, 'retries-without-wait')

const TOGETHER = 'Two requests within 50 ms, after an answer that was lost, may have been sent together.'
const AT_ONCE = unseen(TOGETHER, ...RECOVERED, 'resumed')

/** A good client that polls by resending the identical body. */
const byResending: Partial<Decisions> = {
  next: (facts) => (facts.now === 'processing' ? 'resend' : GOOD.next(facts)),
}

/** Mistakes in following an order until it is settled, and in stopping then. */
export const FOLLOWING: readonly Mistake[] = [
  {
    says: 'polls at once',
    change: { pauseMs: () => 0 },
    cells: { ...blamed(WAITS, ...EACH_POLL), ...AT_ONCE },
  },
  {
    says: 'polls after half of the interval',
    change: { pauseMs: (facts) => asked(facts) / 2 },
    cells: { ...blamed(WAITS, ...EACH_POLL), ...ALWAYS_TOO_SHORT },
  },
  {
    says: 'polls a fifth too early',
    change: { pauseMs: (facts) => asked(facts) * 0.8 },
    cells: {
      ...blamed(WAITS, ...PACES, ...ONE_SECOND, ...AFTER_A_FAILURE, ...RECOVERED, ...OF_TWO, 'resumed'),
      ...WHOLE_SECONDS,
      ...blamedAndRemarked(WAITS, 'waits-whole-seconds', 'retries-without-wait'),
    },
  },
  {
    says: 'drops the fraction of a second',
    change: { pauseMs: (facts) => Math.floor(asked(facts) / 1000) * 1000 + 3 },
    cells: WHOLE_SECONDS,
  },
  {
    says: 'reads the seconds as milliseconds',
    change: { pauseMs: (facts) => asked(facts) / 1000 },
    cells: { ...blamed(WAITS, ...EACH_POLL), ...ALWAYS_TOO_SHORT, ...AT_ONCE },
  },
  {
    says: 'polls every second',
    change: { pauseMs: () => 1003 },
    cells: {
      ...blamed(WAITS, ...PACES),
      ...WHOLE_SECONDS,
      ...blamedAndRemarked(WAITS, 'waits-whole-seconds'),
    },
  },
  {
    says: 'waits at most two seconds',
    change: { pauseMs: (facts) => Math.min(asked(facts) + 3, 2003) },
    cells: { ...blamed(WAITS, 'processing', 'secondPoll'), ...ALWAYS_TOO_SHORT },
  },
  {
    says: 'keeps the first interval',
    change: { pauseMs: ({ first }) => (first?.pollAfterSeconds ?? 0) * 1000 + 3 },
    cells: { ...blamed(WAITS, 'secondPoll'), ...ALWAYS_TOO_SHORT },
  },
  {
    says: 'sends the body again at once instead of polling',
    change: { pauseMs: () => 0 },
    needs: byResending,
    cells: {
      ...blamed(WAITS, ...PACES, 'faster', 'fraction'),
      ...unseen(TOGETHER, 'resumed', 'afterPollLost'),
    },
  },
  ...alike(blamed(FOLLOWS, ...SETTLED), {
    'asks three times more': { next: ({ inARow }) => (inARow > 3 ? 'stop' : 'look up') },
    'sends the body three times more': { next: ({ inARow }) => (inARow > 3 ? 'stop' : 'resend') },
    'never stops asking': { next: () => 'look up', pauseMs: () => 1000 },
  }),
  {
    says: 'exits with 1 though it bought',
    change: { exitCode: () => 1 },
    cells: remarked(
      'exit-nonzero-after-purchase',
      'The reference has no exit codes.',
      'always',
      'first',
      'second',
      ...BOUGHT,
    ),
  },
]
