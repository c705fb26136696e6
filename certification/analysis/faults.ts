import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import type { Misshapen } from './purchase-body.ts'
import { type Explained, SURPLUS } from './purchases.ts'
import { isShutOutAfter, type OrderExchange } from './request.ts'
import type { ClientStep, Wait } from './step.ts'
import { type StrayLookups, strayAfter } from './stray-lookup.ts'

/** What a client did wrong after a summary: it asked too early, left the order, went on asking, or failed although it bought. */
export type Slip = 'early' | 'left' | 'went-on' | 'failed'

/** Something wrong that a client did after a summary: either it ignores what it says, or it does not read it there. */
export type Fault = {
  readonly slip: Slip
  readonly step: ClientStep
  /** Whether it can be that it does not read the summary there: whatever it says, it would have done that. */
  readonly mayMisread: boolean
}

/** What a client did in one trial, and what explains a part of it. */
export type Conduct = {
  readonly trial: Trial
  readonly profile: Profile
  readonly misshapen: readonly Misshapen[]
  /** The purchases that need an explanation, and theirs. */
  readonly explained: readonly Explained[]
  /** The purchases whose reference was used before, for another content or another card: no other clause judges them again. */
  readonly changed: ReadonlySet<OrderExchange>
  /** How the client reacted to each summary that reached it. */
  readonly steps: readonly ClientStep[]
  /** The requests that had to wait, and until when. */
  readonly waits: readonly Wait[]
  /** Requests that may be meant as a lookup, but use another path than the profile's, or a misspelled reference. */
  readonly strayLookups: StrayLookups
  /** Whether the client knew that it bought every card, and its process still failed; or did not fail. */
  readonly hasFailedAtEnd: boolean
  readonly hasSucceeded: boolean
}

/**
 * What was wrong after the summaries that reached a client. Its exit code is the last resort: it counts only where nothing
 * else is wrong.
 */
export function faultsIn(conduct: Conduct): readonly Fault[] {
  const { steps, waits, misshapen, explained, hasFailedAtEnd } = conduct
  const { crash, exit } = conduct.trial
  const fault = (slip: Slip, step: ClientStep, mayMisread = true): Fault => ({ slip, step, mayMisread })
  const early = waits.flatMap(({ isEarly, step }) => (isEarly ? fault('early', step) : []))
  const last = lastSteps(steps)
  const left = last
    .filter((step) => isLeft(step, conduct))
    .map((step) => {
      // A client that was started again and does not know the order can't have missed what its summary says.
      const isKnown = crash === undefined || step.request.arrivedMs >= crash.restartedMs
      return fault('left', step, isKnown && step.next === undefined)
    })
  const wentOn = steps.flatMap((step) => (step.reaction === 'went-on' ? fault('went-on', step) : []))
  const isElse =
    early.length + left.length + misshapen.length > 0 || explained.some(({ as }) => as !== 'repeated')
  const [latest] = last
    .filter(({ summary }) => !summary.isProcessing)
    .toSorted((one, other) => other.knownMs - one.knownMs)
  const isFailed = hasFailedAtEnd && !isElse && latest !== undefined
  const failed = isFailed ? [fault('failed', latest, exit?.cause === 'exited')] : []
  return [...early, ...left, ...wentOn, ...failed]
}

/** Of each order, the last summary that reached the client. */
export function lastSteps(steps: readonly ClientStep[]): readonly ClientStep[] {
  return [...new Map(steps.map((step) => [step.order, step])).values()]
}

/**
 * Whether an order was `PROCESSING` when its client ended, for no reason that the trial shows. What follows from a purchase
 * that breaks a clause of its own is not judged again.
 */
function isLeft(
  { order, summary, knownMs, request: { exchange } }: ClientStep,
  { trial, profile, strayLookups, misshapen, explained, changed }: Conduct,
): boolean {
  const { exit, crash, unrecorded = 0 } = trial
  if (!summary.isProcessing || exit?.cause !== 'exited' || unrecorded > 0) return false
  const isReplaced = explained.some(
    ({ as, order: instead, purchase }) =>
      SURPLUS.includes(as) && [instead.reference, purchase.reference].includes(order.reference),
  )
  const isBlamedLast = [...changed, ...misshapen.map(({ purchase }) => purchase)].some(
    (sent) =>
      sent === order.requests.at(-1) || (sent.reference === undefined && sent.exchange.seq > exchange.seq),
  )
  // Started again, it may have forgotten that summary: what it asked then is all that counts.
  const isForgotten =
    crash !== undefined &&
    knownMs <= crash.killedMs &&
    order.requests.some(({ arrivedMs }) => arrivedMs >= crash.restartedMs)
  return !(
    isReplaced ||
    isBlamedLast ||
    isForgotten ||
    isShutOutAfter(exchange, trial, profile) ||
    strayAfter(exchange, strayLookups) !== undefined
  )
}
