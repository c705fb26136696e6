import type { Analysis } from '../analysis/analysis.ts'
import type { Wait } from '../analysis/step.ts'
import { broken, type Finding, kept, notObserved } from '../finding.ts'

/**
 * §3.1, §8.1: after a summary that says `PROCESSING`, the next request about that order, a lookup or the identical
 * body, arrives `pollAfterSeconds` later, or later than that. A lower bound only, counted from the moment at which the
 * answer was handed to the socket: a busy kit may note its delivery later than the client reads it. The latest summary that reached the client binds it, and goes on to do so after a poll that
 * failed: a retry may come at once, but not before the moment that was asked for. What did not reach it binds nobody.
 *
 * An interval with a fraction, of which a client waits the whole seconds, is judged neither way: whether
 * `pollAfterSeconds` may have one is not documented (gap `poll-interval-type`).
 *
 * Where the run shows that the client misses the summaries at a position, it can't have known how long to wait: that
 * is blamed on the position (decision 011).
 */
export function waitsPollAfter({ waits, misreadPositions, trial }: Analysis): Finding {
  const judged = waits.filter(({ step }) => !misreadPositions[step.position].isMisread)
  const early = judged.filter(({ isEarly }) => isEarly)
  const [worst] = early.toSorted((one, other) => shareOf(other) - shareOf(one))
  if (worst !== undefined) return tooEarly(worst, early, trial.beganMs)
  const patient = judged.filter(({ intervalMs, isRounded }) => intervalMs > 0 && !isRounded)
  const rounded = judged.find(({ isRounded }) => isRounded)
  if (rounded !== undefined) return roundedDown(rounded)
  const [first] = patient
  if (first !== undefined) return kept({ evidence: evidenceOf(first), restsOn: restsOn(first) })
  if (waits.length > 0)
    return notObserved(
      'How long it waits was not judged: it does not act on the summaries that say so (see reads-purchase-position and reads-lookup-position).',
    )
  return notObserved('No order was asked for again after a summary that said PROCESSING.')
}

function tooEarly(worst: Wait, early: readonly Wait[], beganMs: number): Finding {
  const { request, allowedFromMs, intervalMs, earlyByMs } = worst
  const waitedMs = intervalMs - earlyByMs
  const times = early.length === 1 ? '' : ` So it did ${early.length} times.`
  return broken(
    `pollAfterSeconds was ${intervalMs / 1000}, and the order was asked for again after ${seconds(waitedMs)} s: at ${moment(request.arrivedMs - beganMs)}, allowed from ${moment(allowedFromMs - beganMs)}.${times}`,
    {
      breaks: early.map((wait) => wait.request.exchange),
      evidence: evidenceOf(worst),
      restsOn: restsOn(worst),
      consequence: `At this pace a service is asked ${ratio(worst)} as often as it said that it can bear. The answer does not come sooner.`,
    },
  )
}

function roundedDown(wait: Wait): Finding {
  const { intervalMs, earlyByMs } = wait
  return notObserved(
    `pollAfterSeconds was ${intervalMs / 1000}, and the client waited ${seconds(intervalMs - earlyByMs)} s, the whole seconds of it. The reference shows no type of it, so that this is judged neither way.`,
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
  return times >= 100 ? 'a hundred times and more' : `${times.toFixed(1)} times`
}

function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(2)
}

function moment(milliseconds: number): string {
  return `t+${(milliseconds / 1000).toFixed(2)}`
}
