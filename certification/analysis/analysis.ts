import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import { type Twins, twinsIn } from './knowledge.ts'
import { isShutOutAfter, orderRequestsOf, ordersOf } from './order.ts'
import { explainedIn, misshapenIn, REUSED, SURPLUS } from './purchases.ts'
import { type Conduct, type Fault, type Slip, unreadSteps } from './reading.ts'
import { type ClientStep, stepsOf, waitsAfter } from './step.ts'
import { strayAfter, strayLookupsIn } from './stray-lookup.ts'

/** The facts of one trial that the rules share, so that no rule computes them itself. */
export type Analysis = Conduct & {
  /** The steps whose summary it does not read, as the whole run shows: of those, only that is judged. */
  readonly unread: ReadonlySet<ClientStep>
}

/** Analyses the trials of one run, in their order. Facts that need the whole run are added to each. */
export function readRun(trials: readonly Trial[], profile: Profile): readonly Analysis[] {
  const asked = trials.map((trial) => {
    const requests = orderRequestsOf(trial, profile)
    return { trial, profile, requests, orders: ordersOf(requests) }
  })
  const twins = twinsIn(asked.flatMap(({ orders }) => orders))
  const conducts = asked.map((one) => conductOf(one, twins))
  const unread = unreadSteps(conducts)
  return conducts.map((conduct) => ({ ...conduct, unread }))
}

type Asked = Pick<Conduct, 'trial' | 'profile' | 'requests' | 'orders'>

function conductOf(asked: Asked, twins: Twins): Conduct {
  const { trial, profile, requests, orders } = asked
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const explained = explainedIn(orders, trial, profile)
  const reused = explained.filter(({ as }) => REUSED.includes(as))
  const altered = explained.filter(({ as }) => as === 'altered')
  const shared = new Set(reused.map(({ order }) => order))
  const others = new Set(reused.map(({ purchase }) => purchase))
  const changed = new Set([...reused, ...altered].map(({ purchase }) => purchase))
  const steps = orders.flatMap((order) => stepsOf(order, trial, twins, others))
  const waits = steps.flatMap((step) => (shared.has(step.order) ? [] : waitsAfter(step)))
  // The exit code counts only when every card was bought. A client that was ended because it sent too much has none.
  const isAtEnd = isAllBought(asked) && trial.exit?.cause !== 'flood'
  const endsWell = trial.exit === null || trial.exit.code === 0
  const conduct = {
    ...asked,
    purchases,
    misshapen: misshapenIn(purchases),
    explained,
    changed,
    steps,
    waits: waits.filter(({ request }) => !changed.has(request)),
    strayLookups: strayLookupsIn(trial, requests, profile),
    hasFailedAtEnd: isAtEnd && !endsWell,
    hasSucceeded: isAtEnd && endsWell,
  }
  return { ...conduct, faults: faultsIn(conduct) }
}

/** Whether the scenario ends in success, and the client received that for every card that was to be bought. */
function isAllBought({ trial: { scenario }, orders, profile: { states } }: Asked): boolean {
  const bought = orders.filter(({ sku, received }) => {
    const status = received.at(-1)?.summary.status
    return sku === scenario.sku && status !== undefined && states.success.includes(status)
  })
  return scenario.course.settles === 'success' && bought.length >= scenario.purchases
}

/**
 * What was wrong after the summaries that reached a client. Its exit code is the last resort: it counts only where nothing
 * else is wrong.
 */
function faultsIn(conduct: Omit<Conduct, 'faults'>): readonly Fault[] {
  const { steps, waits, misshapen, explained, hasFailedAtEnd, trial } = conduct
  const { crash, exit } = trial
  const fault = (slip: Slip, step: ClientStep, mayMisread = true): Fault => ({ slip, step, mayMisread })
  const early = waits.flatMap(({ isEarly, step }) => (isEarly ? fault('early', step) : []))
  const last = lastSteps(steps)
  const left = last.flatMap((step) => {
    // A client that was started again and does not know the order can't have missed what its summary says.
    const isKnown = crash === undefined || step.request.isRestarted
    return isLeft(step, conduct) ? fault('left', step, isKnown && step.next === undefined) : []
  })
  const wentOn = steps.flatMap((step) => (step.reaction === 'went-on' ? fault('went-on', step) : []))
  const isElse =
    early.length + left.length + misshapen.length > 0 || explained.some(({ as }) => as !== 'repeated')
  const settled = last.filter(({ summary }) => !summary.isProcessing)
  const [latest] = settled.toSorted((one, other) => other.knownMs - one.knownMs)
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
  { trial, profile, strayLookups, misshapen, explained, changed }: Omit<Conduct, 'faults'>,
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
