import type { Wait } from '../analysis/step.ts'
import type { Advice } from '../rule-finding.ts'
import type { Trial } from '../trial.ts'

export function leavesOrder({ scenario }: Trial): Advice {
  return {
    consequence: `The client leaves the purchase before it is settled: ${
      scenario.course.settles === 'success'
        ? 'the card is paid for, and never delivered.'
        : 'it never knows whether it has the card or its money.'
    }`,
  }
}

export const GOES_ON: Advice = {
  consequence:
    'A settled order does not change: every further call is unnecessary load, and the buyer waits.',
}
export const STILL_RUNS: Advice = {
  consequence: 'The caller of the client waits without end, and may treat the purchase as failed.',
}
export const ENDS_BADLY: Advice = {
  consequence: 'The caller of the client reads this as a failed purchase, and may buy again.',
}

export function pollsTooOften({ intervalMs, earlyByMs }: Wait): Advice {
  const times = intervalMs / Math.max(1, intervalMs - earlyByMs)
  const ratio = times >= 100 ? 'at least a hundred times' : `${times.toFixed(1)} times`
  return {
    consequence: `At this pace the service is polled ${ratio} as often as it asked for. The answer does not come sooner.`,
  }
}
