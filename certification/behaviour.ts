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

/** What a client did in one trial: the facts that the rules share, so that no rule computes them itself. */
export type Behaviour = {
  readonly trial: Trial
  readonly profile: Profile
  /** Its requests about orders, and those about one reference each. */
  readonly requests: readonly OrderExchange[]
  readonly orders: readonly Order[]
  /** Every purchase that was sent, also those with an unreadable body. */
  readonly purchases: readonly OrderExchange[]
  readonly misshapen: readonly Misshapen[]
  readonly explained: readonly Explained[]
  /** The purchases whose reference was used before, for another content or another card: no other clause judges them again. */
  readonly changed: ReadonlySet<OrderExchange>
  /** The summaries that reached it, and how it reacted to each. */
  readonly steps: readonly ClientStep[]
  readonly waits: readonly Wait[]
  readonly missteps: readonly Misstep[]
  /** Requests that may be meant as a lookup, but use another path than the profile's, or a misspelled reference. */
  readonly otherLookups: OtherLookups
  /** Whether the client knew that it bought every card, and its process failed. */
  readonly hasFailedAtEnd: boolean
}

/** What a client did wrong after a summary: it asked too early, left the order, or went on asking once it was settled. */
export type Misstep = {
  readonly kind: 'early' | 'left' | 'went-on'
  readonly step: ClientStep
}

/** Where the client may wait by another clock than that of the recording (`isTimed`), nothing came too early or too often. */
export function behaviourIn(trial: Trial, profile: Profile, isTimed = true): Behaviour {
  const requests = orderRequestsOf(trial, profile)
  const orders = ordersOf(requests)
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const explained = explainedIn(orders, trial, profile)
  const reused = explained.filter(({ as }) => REUSED.includes(as))
  const altered = explained.filter(({ as }) => as === 'altered')
  const shared = new Set(reused.map(({ order }) => order))
  const others = new Set(reused.map(({ purchase }) => purchase))
  const changed = new Set([...reused, ...altered].map(({ purchase }) => purchase))
  const seen = orders.flatMap((order) => stepsOf(order, trial, others))
  const steps = isTimed ? seen : seen.map(untimed)
  const waits = isTimed ? steps.filter(({ order }) => !shared.has(order)).flatMap(waitsAfter) : []
  // A client that was ended because it sent too much has no end of its own.
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

/** Whether the scenario ends in success, and the client, since its last start, received that for every card of it. */
function isAllBought({ scenario, crash }: Trial, orders: readonly Order[], { states }: Profile): boolean {
  const bought = orders.filter(({ sku, received }) => {
    const told = received.filter(({ request }) => crash === undefined || request.isRestarted).at(-1)
    return sku === scenario.sku && told !== undefined && states.success.includes(told.summary.status)
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

/** Of each order, the last summary that reached the client. */
export function lastSteps(steps: readonly ClientStep[]): readonly ClientStep[] {
  return [...new Map(steps.map((step) => [step.order, step])).values()]
}

/**
 * Whether an order was `PROCESSING` when its client ended, for no reason that the trial shows. What follows from a purchase
 * that breaks a clause of its own is not judged again.
 */
function isLeft({ order, summary, request }: ClientStep, behaviour: Omit<Behaviour, 'missteps'>): boolean {
  const { trial, misshapen, explained, changed } = behaviour
  if (!summary.isProcessing || trial.unrecorded) return false
  // Such lookups find nothing, however long the client goes on.
  if (misspelledAfter(request, behaviour) !== undefined) return true
  if (trial.exit?.cause !== 'exited') return false
  const tooMany = explained.filter(({ as }) => ONE_TOO_MANY.includes(as))
  const isReplaced = tooMany.some(({ order: instead, purchase }) =>
    [instead.reference, purchase.reference].includes(order.reference),
  )
  const blamed = [...changed, ...misshapen.map(({ purchase }) => purchase)]
  const isBlamedLast = blamed.some(
    (one) => one === order.requests.at(-1) || mayBeOfOrder(one, request.exchange),
  )
  // Started again, it may have forgotten that summary: what it asked then is all that counts.
  const isForgotten = !request.isRestarted && order.requests.some((one) => one.isRestarted)
  const isExcused = isReplaced || isBlamedLast || isForgotten
  return !isExcused && hindranceAfter(request.exchange, behaviour) === undefined
}
