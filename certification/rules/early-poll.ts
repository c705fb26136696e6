import { AFTER_FAILURE, EARLIER_INTERVAL, NO_WAIT } from '../advice/following.ts'
import type { Wait } from '../analysis/step.ts'
import type { Advice } from '../rule-finding.ts'

/** A wait this close to another, or to nothing, is meant as that. */
const NEAR = 0.1

/** The advice for a poll that came too early, as far as the wait shows its cause. */
export function earlyPollAdvice({ step, request, intervalMs, earlyByMs }: Wait): Advice {
  const waitedMs = intervalMs - earlyByMs
  const { requests, received } = step.order
  const hasFailed = requests.some(
    ({ exchange, answer }) =>
      answer.kind !== 'summary' &&
      exchange.seq > step.request.exchange.seq &&
      exchange.seq < request.exchange.seq,
  )
  if (hasFailed) return AFTER_FAILURE
  if (waitedMs < intervalMs * NEAR) return NO_WAIT
  const isKept = received.some(({ summary, request: { exchange } }) => {
    const earlierMs = (summary.pollAfterSeconds ?? 0) * 1000
    const isEarlier = exchange.seq < step.request.exchange.seq && earlierMs > 0
    return isEarlier && Math.abs(waitedMs - earlierMs) <= earlierMs * NEAR
  })
  return isKept ? EARLIER_INTERVAL : {}
}
