import { AFTER_FAILURE, EARLIER_INTERVAL, NO_WAIT } from '../advice/following.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { ALLOWANCE_MS, NOISE, type Wait } from '../analysis/step.ts'
import { type Advice, broken, kept, notObserved, type RuleFinding } from '../rule-finding.ts'

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
  const [worst] = early.toSorted((one, other) => shareOf(other) - shareOf(one))
  if (worst !== undefined) return tooEarly(worst, { early, judged }, trial.beganMs)
  const patient = judged.filter(({ intervalMs, isRounded }) => intervalMs > 0 && !isRounded)
  const rounded = judged.find(({ isRounded }) => isRounded)
  if (rounded !== undefined) return roundedDown(rounded)
  const [first] = patient
  if (first !== undefined) return kept({ evidence: evidenceOf(first), restsOn: restsOn(first) })
  if (waits.length > 0)
    return notObserved(
      'How long it waits was not judged: it does not act on the summaries that ask for it (see reads-purchase-position and reads-lookup-position).',
    )
  return notObserved('No order was polled after a summary that said PROCESSING.')
}

const TOLERANCE = `Up to ${NOISE * 100} % of the interval and ${ALLOWANCE_MS} ms are noise, and not counted.`

type Judged = { readonly early: readonly Wait[]; readonly judged: readonly Wait[] }

function tooEarly(worst: Wait, { early, judged }: Judged, beganMs: number): RuleFinding {
  const { request, allowedFromMs, intervalMs, earlyByMs } = worst
  const waitedMs = intervalMs - earlyByMs
  return broken(
    `pollAfterSeconds was ${intervalMs / 1000}, and the order was asked for again after ${seconds(waitedMs)} s: at ${moment(request.arrivedMs - beganMs)}, allowed from ${moment(allowedFromMs - beganMs)}. ${early.length} of ${judged.length} such requests came too early. ${TOLERANCE}`,
    {
      breaks: early.map((wait) => wait.request.exchange),
      evidence: evidenceOf(worst),
      restsOn: restsOn(worst),
      advice: {
        consequence: `At this pace the service is polled ${ratio(worst)} as often as it asked for. The answer does not come sooner.`,
        ...earlyPollAdvice(worst),
      },
    },
  )
}

function roundedDown(wait: Wait): RuleFinding {
  const { intervalMs, earlyByMs } = wait
  return notObserved(
    `pollAfterSeconds was ${intervalMs / 1000}, and the client waited ${seconds(intervalMs - earlyByMs)} s, the whole seconds of it. The reference does not show its type, so this is neither kept nor broken.`,
    { evidence: evidenceOf(wait), restsOn: ['poll-interval-type', ...restsOn(wait)] },
  )
}

function evidenceOf({ step, request }: Wait) {
  return [step.request.exchange, request.exchange]
}

function restsOn({ step, request }: Wait) {
  const kinds = [step.request.kind, request.kind]
  return kinds.includes('lookup') ? (['lookup-operation'] as const) : []
}

function shareOf({ earlyByMs, intervalMs }: Wait): number {
  return earlyByMs / intervalMs
}

function ratio({ intervalMs, earlyByMs }: Wait): string {
  const times = intervalMs / Math.max(1, intervalMs - earlyByMs)
  return times >= 100 ? 'at least a hundred times' : `${times.toFixed(1)} times`
}

function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(2)
}

function moment(milliseconds: number): string {
  return `t+${(milliseconds / 1000).toFixed(2)}`
}

/** A wait this close to another, or to nothing, is meant as that. */
const NEAR = 0.1

/** The advice for a poll that came too early, as far as the wait shows its cause. */
function earlyPollAdvice({ step, request, intervalMs, earlyByMs }: Wait): Advice {
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
