import type { GapId } from '../../contract/reference/gaps.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { ALLOWANCE_MS, NOISE, shortestFirst, type Wait } from '../analysis/step.ts'
import { broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

const TOLERANCE = `Up to ${NOISE * 100} % of the interval and ${ALLOWANCE_MS} ms are noise, and not counted.`

/**
 * §3.1, §8.1: after a summary that says `PROCESSING`, the next request about that order, a lookup or the identical
 * body, arrives `pollAfterSeconds` later, or later than that. Only a lower bound, counted from the moment at which the
 * answer was written to the socket: a busy kit may record its delivery later than the client reads it.
 * The latest summary that reached the client binds it, also after a poll that
 * failed: a retry may come at once, but not before the requested moment. A summary that did not reach the client does not bind it.
 *
 * When a client waits only the whole seconds of an interval with a fraction, there is no verdict: whether
 * `pollAfterSeconds` may have one is not documented (gap `poll-interval-type`).
 *
 * When the run shows that the client misses the summaries at a position, it could not know how long to wait: that
 * breaks the clause of the position (decision 011).
 */
export function waitsPollAfter({ waits, unread, trial }: Analysis): RuleFinding {
  const judged = waits.filter(({ step }) => !unread.has(step))
  const early = judged.filter(({ isEarly }) => isEarly)
  const [worst] = shortestFirst(early)
  if (worst !== undefined) {
    const { request, intervalMs, allowedFromMs } = worst
    const moment = (ms: number) => `t+${((ms - trial.beganMs) / 1000).toFixed(2)}`
    return broken(
      `pollAfterSeconds was ${intervalMs / 1000}, and the order was asked for again after ${waitedSeconds(worst)} s: at ${moment(request.arrivedMs)}, allowed from ${moment(allowedFromMs)}. ${early.length} of ${judged.length} such requests came too early. ${TOLERANCE}`,
      {
        ...groundsOf(worst),
        breaks: early.map((wait) => wait.request.exchange),
        mistake: 'early',
      },
    )
  }
  const rounded = judged.find(({ isRounded }) => isRounded)
  if (rounded !== undefined)
    return notObserved(
      `pollAfterSeconds was ${rounded.intervalMs / 1000}, and the client waited ${waitedSeconds(rounded)} s, the whole seconds of it. The reference does not show its type, so this is neither kept nor broken.`,
      groundsOf(rounded, 'poll-interval-type'),
    )
  const patient = judged.find(({ intervalMs }) => intervalMs > 0)
  if (patient !== undefined) return kept(groundsOf(patient))
  return notObserved(
    waits.length > 0
      ? 'How long it waits was not judged: it does not act on the summaries that ask for it (see reads-purchase-position and reads-lookup-position).'
      : 'No order was polled after a summary that said PROCESSING.',
  )
}

function groundsOf({ step, request }: Wait, ...gaps: readonly GapId[]) {
  return { evidence: [step.request.exchange, request.exchange], restsOn: gaps }
}

function waitedSeconds({ intervalMs, earlyByMs }: Wait): string {
  return (Math.max(0, intervalMs - earlyByMs) / 1000).toFixed(2)
}
