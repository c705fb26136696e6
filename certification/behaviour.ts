import type { Profile } from '../contract/profile/profile.ts'
import { hindranceAfter, misspelledAfter, type OtherLookups, otherLookupsIn } from './lookups.ts'
import { mayBeOfOrder, type Order, type OrderExchange, orderRequestsOf, ordersOf } from './orders.ts'
import {
  type Explained,
  explainedIn,
  type Misshapen,
  misshapenIn,
  ONE_TOO_MANY,
  REUSED,
} from './purchases.ts'
import { type ClientStep, stepsOf, type Wait, waitsAfter } from './steps.ts'
import type { Trial } from './trial.ts'

/** The facts of one trial, computed once, so that all rules judge by the same ones. */
export type Behaviour = {
  readonly trial: Trial
  readonly profile: Profile
  /** Every request about an order; and the same requests, grouped by reference. */
  readonly requests: readonly OrderExchange[]
  readonly orders: readonly Order[]
  /** Every purchase that was sent, including those with an unreadable body. */
  readonly purchases: readonly OrderExchange[]
  readonly misshapen: readonly Misshapen[]
  readonly explained: readonly Explained[]
  /**
   * Purchases that reuse a reference for another body or card. One clause reports them, so no other clause judges them
   * again.
   */
  readonly changed: ReadonlySet<OrderExchange>
  /** Each summary that reached the client, and how the client reacted to it. */
  readonly steps: readonly ClientStep[]
  readonly waits: readonly Wait[]
  readonly missteps: readonly Misstep[]
  /** Requests that look like a lookup, but use another path than the profile's or a misspelled reference. */
  readonly otherLookups: OtherLookups
  /** True if the process failed although the client had received a success for every card. */
  readonly hasFailedAtEnd: boolean
}

/**
 * What a client did wrong after a summary: it polled too early, left the order open, or went on polling a settled one.
 */
export type Misstep = {
  readonly kind: 'early' | 'left' | 'went-on'
  readonly step: ClientStep
}

/**
 * @param isTimed false if the client waits by a clock other than the recording's. Then no request counts as too early
 *   or too many.
 */
export function behaviourIn(trial: Trial, profile: Profile, isTimed = true): Behaviour {
  const requests = orderRequestsOf(trial, profile)
  const orders = ordersOf(requests)
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const explained = explainedIn(orders, trial, profile)
  const reused = explained.filter(({ explanation }) => REUSED.includes(explanation))
  const altered = explained.filter(({ explanation }) => explanation === 'altered')
  const shared = new Set(reused.map(({ order }) => order))
  const others = new Set(reused.map(({ purchase }) => purchase))
  const changed = new Set([...reused, ...altered].map(({ purchase }) => purchase))
  const seen = orders.flatMap((order) => stepsOf(order, trial, others))
  const steps = isTimed ? seen : seen.map(untimed)
  const waits = isTimed ? steps.filter(({ order }) => !shared.has(order)).flatMap(waitsAfter) : []
  // A client that the kit ended for flooding did not choose its exit code.
  const isAtEnd = isAllBought(trial, orders, profile) && trial.exit?.cause !== 'flood'
  const endsBadly = trial.exit !== null && trial.exit.code !== 0
  const behaviour = {
    trial,
    profile,
    requests,
    orders,
    purchases,
    misshapen: misshapenIn(purchases),
    explained,
    changed,
    steps,
    waits: waits.filter(({ request }) => !changed.has(request)),
    otherLookups: otherLookupsIn(trial, requests, profile),
    hasFailedAtEnd: isAtEnd && endsBadly,
  }
  return { ...behaviour, missteps: misstepsIn(behaviour) }
}

function untimed(step: ClientStep): ClientStep {
  return ['early', 'went-on'].includes(step.reaction) ? { ...step, reaction: 'unjudged' } : step
}

/** True if the scenario ends in success, and the client received that for every card after its last start. */
function isAllBought({ scenario, crash }: Trial, orders: readonly Order[], { states }: Profile): boolean {
  const bought = orders.filter(({ sku, received }) => {
    const last = received.filter(({ request }) => crash === undefined || request.isRestarted).at(-1)
    return sku === scenario.sku && last !== undefined && states.success.includes(last.summary.status)
  })
  return scenario.course.settles === 'success' && bought.length >= scenario.purchases
}

function misstepsIn(behaviour: Omit<Behaviour, 'missteps'>): readonly Misstep[] {
  const { steps, waits } = behaviour
  return [
    ...waits.flatMap(({ isEarly, step }): Misstep[] => (isEarly ? [{ kind: 'early', step }] : [])),
    ...lastSteps(steps).flatMap((step): Misstep[] =>
      isLeft(step, behaviour) ? [{ kind: 'left', step }] : [],
    ),
    ...steps.flatMap((step): Misstep[] => (step.reaction === 'went-on' ? [{ kind: 'went-on', step }] : [])),
  ]
}

/** The last summary of each order that reached the client. */
export function lastSteps(steps: readonly ClientStep[]): readonly ClientStep[] {
  return [...new Map(steps.map((step) => [step.order, step])).values()]
}

/**
 * True if the client ended while its order was `PROCESSING`, and the trial shows no excuse. A purchase that already
 * breaks another clause is an excuse: one mistake is reported once.
 */
function isLeft({ order, summary, request }: ClientStep, behaviour: Omit<Behaviour, 'missteps'>): boolean {
  const { trial, misshapen, explained, changed } = behaviour
  if (!summary.isProcessing || trial.unrecorded) return false
  // A misspelled lookup never finds the order, so a client that still runs has left it, too.
  if (misspelledAfter(request, behaviour) !== undefined) return true
  if (trial.exit?.cause !== 'exited') return false
  const tooMany = explained.filter(({ explanation }) => ONE_TOO_MANY.includes(explanation))
  const isReplaced = tooMany.some(({ order: instead, purchase }) =>
    [instead.reference, purchase.reference].includes(order.reference),
  )
  const blamed = [...changed, ...misshapen.map(({ purchase }) => purchase)]
  const isBlamedLast = blamed.some(
    (one) => one === order.requests.at(-1) || mayBeOfOrder(one, request.exchange),
  )
  // A client that was killed may have forgotten the summary. Only its requests after the restart count.
  const isForgotten = !request.isRestarted && order.requests.some((one) => one.isRestarted)
  const isExcused = isReplaced || isBlamedLast || isForgotten
  return !isExcused && hindranceAfter(request.exchange, behaviour) === undefined
}
