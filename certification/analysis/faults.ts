import { SURPLUS } from './purchases.ts'
import type { Conduct, Fault, Slip } from './reading.ts'
import { isShutOutAfter } from './request.ts'
import type { ClientStep } from './step.ts'
import { strayAfter } from './stray-lookup.ts'

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
      const isKnown = crash === undefined || step.request.isRestarted
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
  { order, summary, request: { exchange, isRestarted } }: ClientStep,
  { trial, profile, strayLookups, misshapen, explained, changed }: Conduct,
): boolean {
  const { exit, unrecorded = 0 } = trial
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
  const isForgotten = !isRestarted && order.requests.some((one) => one.isRestarted)
  return !(
    isReplaced ||
    isBlamedLast ||
    isForgotten ||
    isShutOutAfter(exchange, trial, profile) ||
    strayAfter(exchange, strayLookups) !== undefined
  )
}
