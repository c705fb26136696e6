import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import type { Fault } from './reading.ts'
import type { OrderExchange } from './request.ts'
import { isShutOutAfter } from './shut-out.ts'
import type { ClientStep, Wait } from './step.ts'
import { type StrayLookups, strayAfter } from './stray-lookup.ts'

/** What a client did after the summaries of one trial, and what explains a part of it. */
export type Reacted = {
  readonly trial: Trial
  readonly profile: Profile
  readonly steps: readonly ClientStep[]
  readonly waits: readonly Wait[]
  readonly strayLookups: StrayLookups
  readonly hasFailedAtEnd: boolean
  /** The purchases that break a clause of their own: what follows from them is not judged again. */
  readonly explained: ReadonlySet<OrderExchange>
  /** The orders that were given up for another, and that other: likewise. */
  readonly replaced: ReadonlySet<string | undefined>
}

/**
 * What was wrong after the summaries that reached a client. Its exit code is the last resort: it counts only where nothing
 * else is wrong.
 */
export function faultsIn(reacted: Reacted): readonly Fault[] {
  const { trial, steps, waits, explained, replaced, hasFailedAtEnd } = reacted
  const early = waits
    .filter(({ isEarly }) => isEarly)
    .map((wait): Fault => ({ slip: 'early', step: wait.step, wait, mayMisread: true }))
  const left = lastSteps(steps)
    .filter((step) => isLeft(step, reacted))
    .map(
      (step): Fault => ({
        slip: 'left',
        step,
        mayMisread: step.reaction === 'gave-up' && hasResumed(step.order, trial),
      }),
    )
  const wentOn = steps
    .filter(({ reaction }) => reaction === 'went-on')
    .map((step): Fault => ({ slip: 'went-on', step, mayMisread: true }))
  const faults = [...early, ...left, ...wentOn]
  if (!hasFailedAtEnd || early.length + left.length + explained.size + replaced.size > 0) return faults
  const last = lastSteps(steps)
    .filter(({ summary }) => !summary.isProcessing)
    .toSorted((one, other) => other.knownMs - one.knownMs)
  const mayMisread = trial.exit?.cause === 'exited'
  return [...faults, ...last.slice(0, 1).map((step): Fault => ({ slip: 'failed', step, mayMisread }))]
}

/** Of each order, the last summary that reached the client. */
export function lastSteps(steps: readonly ClientStep[]): readonly ClientStep[] {
  return [...new Map(steps.map((step) => [step.order, step])).values()]
}

/** Whether an order was `PROCESSING` when its client ended, for no reason that the trial shows. */
function isLeft(step: ClientStep, reacted: Reacted): boolean {
  const { exit, unrecorded = 0 } = reacted.trial
  return (
    step.summary.isProcessing && exit?.cause === 'exited' && unrecorded === 0 && !isExcused(step, reacted)
  )
}

/** Whether something else explains that a client asked no more for an order. */
export function isExcused(
  { order, knownMs, request: { exchange } }: ClientStep,
  { trial, profile, strayLookups, explained, replaced }: Omit<Reacted, 'steps' | 'waits' | 'hasFailedAtEnd'>,
): boolean {
  const isLast = (sent: OrderExchange) =>
    sent === order.requests.at(-1) || (sent.reference === undefined && sent.exchange.seq > exchange.seq)
  return (
    replaced.has(order.reference) ||
    [...explained].some(isLast) ||
    // Started again, it may have forgotten that summary: what it asked then is all that counts.
    (trial.crash !== undefined && knownMs <= trial.crash.killedMs && hasResumed(order, trial)) ||
    isShutOutAfter(exchange, trial, profile) ||
    strayAfter(exchange, strayLookups) !== undefined
  )
}

/** A client that was started again and does not know the order can't have missed what its summary says. */
function hasResumed(order: ClientStep['order'], { crash }: Trial): boolean {
  return crash === undefined || order.requests.some(({ arrivedMs }) => arrivedMs >= crash.restartedMs)
}
