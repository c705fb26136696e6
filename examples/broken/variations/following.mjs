import { NEXT } from '../conduct.mjs'

const PACES = ['SCENARIO-POLL-CHANGES', 'SCENARIO-UNUSUAL-PACE']
const PROCESSING = ['SCENARIO-PROCESSING']

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function lookUpAgain(times, everyMs, { call, order }) {
  for (let time = 0; time < times; time += 1) {
    await sleep(everyMs)
    await call('GET', `/orders/${encodeURIComponent(order.partnerReference)}`)
  }
}

/** How a client follows an order that is PROCESSING. */
export const FOLLOWING = [
  {
    name: 'polls-every-second',
    says: 'Polls every second, whatever it was told.',
    breaks: 'waits-poll-after',
    scenarios: PACES,
    conduct: { waitMs: () => 1_025 },
  },
  {
    name: 'keeps-the-first-interval',
    says: 'Polls for ever at the interval that it was told first.',
    breaks: 'waits-poll-after',
    scenarios: PACES,
    conduct: { waitMs: ({ first }) => first.pollAfterSeconds * 1000 + 25 },
  },
  {
    name: 'caps-the-interval',
    says: 'Waits two seconds at the most.',
    breaks: 'waits-poll-after',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    conduct: { waitMs: ({ latest }) => Math.min(latest.pollAfterSeconds, 2) * 1000 + 25 },
  },
  {
    name: 'takes-seconds-for-milliseconds',
    says: 'Waits as many milliseconds as it was told seconds.',
    breaks: 'waits-poll-after',
    scenarios: PROCESSING,
    conduct: { waitMs: ({ latest }) => latest.pollAfterSeconds },
  },
  {
    name: 'polls-at-once',
    says: 'Polls once without waiting, and then as it was told.',
    breaks: 'waits-poll-after',
    scenarios: [...PROCESSING, 'SCENARIO-POLL-CHANGES'],
    conduct: { waitMs: ({ latest, polls }) => (polls === 0 ? 0 : latest.pollAfterSeconds * 1000 + 25) },
  },
  {
    name: 'waits-half-as-long',
    says: 'Waits half of what it was told.',
    breaks: 'waits-poll-after',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    conduct: { waitMs: ({ latest }) => latest.pollAfterSeconds * 500 },
  },
  {
    name: 'resends-every-second',
    says: 'Follows by sending the identical body again, every second, whatever it was told.',
    breaks: 'waits-poll-after',
    scenarios: PACES,
    conduct: { pollBy: 'resend', waitMs: () => 1_025 },
  },
  {
    name: 'never-polls',
    says: 'Leaves a purchase that is PROCESSING to itself.',
    breaks: 'follows-until-settled',
    scenarios: PROCESSING,
    conduct: { mostPolls: 0 },
  },
  {
    name: 'polls-once',
    says: 'Polls once, and leaves an order that is PROCESSING still to itself.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-UNUSUAL-PACE'],
    conduct: { mostPolls: 1 },
  },
  {
    name: 'gives-up-after-five-polls',
    says: 'Leaves an order to itself that is PROCESSING after five polls.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-LONG'],
    conduct: { mostPolls: 5 },
  },
  {
    name: 'takes-processing-for-success',
    says: 'Reports success as soon as a purchase is PROCESSING.',
    breaks: 'follows-until-settled',
    scenarios: PROCESSING,
    conduct: { isOpen: () => false, isSuccess: (status) => ['PROCESSING', 'COMPLETED'].includes(status) },
  },
  {
    name: 'polls-after-settled',
    says: 'Looks five times more, every second, at an order that is settled.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-AT-ONCE', ...PROCESSING],
    conduct: { afterSettled: (settled) => lookUpAgain(5, 1_025, settled) },
  },
  {
    name: 'takes-an-unknown-state-for-processing',
    says: 'Keeps polling an order in a state that it does not know.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-UNKNOWN-STATE'],
    conduct: { isOpen: (status) => !['COMPLETED', 'FAILED'].includes(status), mostPolls: 6 },
  },
  {
    name: 'polls-a-failure-on',
    says: 'Follows an order until it succeeds, and polls one that has failed as if it still could.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-FAILS'],
    conduct: { isOpen: (status) => status !== 'COMPLETED', mostPolls: 6 },
  },
  {
    name: 'gives-up-when-not-found',
    says: 'Leaves an order that is PROCESSING to itself when a lookup does not find it.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-LOOKUP-LATE'],
    conduct: { afterFailedPoll: () => NEXT.fail },
  },
]
