import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import { type Surplus, surplusOf } from './further-purchases.ts'
import { type Twins, twinsIn } from './knowledge.ts'
import { type MisreadPositions, misreadPositionsOf } from './misread-positions.ts'
import { type Order, ordersOf } from './order.ts'
import { type OrderExchange, readOrderRequest } from './request.ts'
import { type Reuse, reusesOf } from './reuse.ts'
import { type ClientStep, stepsOf, type Wait, waitsOf } from './step.ts'
import { type StrayLookups, strayLookupsIn } from './stray-lookup.ts'

/** The facts of one trial that the rules share, so that no rule computes them itself. */
export type Analysis = {
  readonly trial: Trial
  readonly profile: Profile
  /** Every purchase that was sent, also those with an unreadable body. */
  readonly purchases: readonly OrderExchange[]
  readonly lookups: readonly OrderExchange[]
  readonly orders: readonly Order[]
  readonly surplus: readonly Surplus[]
  readonly reuses: readonly Reuse[]
  /** How the client reacted to each summary that reached it. */
  readonly steps: readonly ClientStep[]
  /** The requests that had to wait, and until when. */
  readonly waits: readonly Wait[]
  /** Requests that may be meant as a lookup, but use another path than the profile's, or a misspelled reference. */
  readonly strayLookups: StrayLookups
  /** Whether the client knew that it bought every card, and its process still failed. */
  readonly hasFailedAtEnd: boolean
  /** Whether the client knew that it bought every card, and its process did not fail. */
  readonly hasSucceeded: boolean
  /** Of the whole run. */
  readonly misreadPositions: MisreadPositions
}

type Digest = Omit<Analysis, 'misreadPositions'>

/** Analyses the trials of one run, in their order. Facts that need the whole run are added to each. */
export function readRun(trials: readonly Trial[], profile: Profile): readonly Analysis[] {
  const asked = trials.map((trial) => requestsIn(trial, profile))
  const twins = twinsIn(asked.flatMap(({ orders }) => orders))
  const digests = asked.map((one) => digest(one, profile, twins))
  const misreadPositions = misreadPositionsOf(
    digests.map(({ trial, steps, hasFailedAtEnd, hasSucceeded }) => ({
      trial,
      steps,
      hasFailed: hasFailedAtEnd,
      hasSucceeded,
    })),
  )
  return digests.map((one) => ({ ...one, misreadPositions }))
}

/** The requests of a client about orders, in one trial. */
type Asked = {
  readonly trial: Trial
  readonly requests: readonly OrderExchange[]
  readonly orders: readonly Order[]
}

function requestsIn(trial: Trial, profile: Profile): Asked {
  const requests = trial.exchanges.flatMap((exchange) => readOrderRequest(exchange, profile) ?? [])
  return { trial, requests, orders: ordersOf(requests) }
}

function digest({ trial, requests, orders }: Asked, profile: Profile, twins: Twins): Digest {
  const surplus = surplusOf(orders, trial, profile)
  const reuses = reusesOf(orders, trial, profile)
  const reused = new Set(reuses.map(({ purchase }) => purchase))
  const unmeant = new Set(surplus.flatMap(({ instead, purchase }) => [instead.reference, purchase.reference]))
  const isBought = isAllBought(trial, orders, profile)
  const around = { trial, twins, isAnother: (request: OrderExchange) => reused.has(request) }
  const walked = orders.map((order) => ({ order, steps: stepsOf(order, around) }))
  return {
    trial,
    profile,
    purchases: requests.filter(({ kind }) => kind === 'purchase'),
    lookups: requests.filter(({ kind }) => kind === 'lookup'),
    orders,
    surplus,
    reuses,
    steps: walked.flatMap(({ order, steps }) =>
      steps.map((step) => (unmeant.has(order.reference) ? unblamed(step) : step)),
    ),
    waits: walked
      .flatMap(({ order, steps }) => waitsOf(steps, order, around))
      .filter(({ request }) => !reused.has(request)),
    strayLookups: strayLookupsIn(trial, requests, profile),
    hasFailedAtEnd: isBought && endsWell(trial) === false,
    hasSucceeded: isBought && endsWell(trial) === true,
  }
}

/** A surplus purchase, and the order that was given up for it, are reported as that and by no other rule. */
function unblamed(step: ClientStep): ClientStep {
  return step.reaction === 'gave-up' ? { ...step, reaction: 'unjudged' } : step
}

/** Whether the scenario ends in success, and the client received that for every card that was to be bought. */
function isAllBought({ scenario }: Trial, orders: readonly Order[], { states }: Profile): boolean {
  if (scenario.course.settles !== 'success') return false
  const bought = orders.filter(({ sku, received }) => {
    const last = received.at(-1)?.summary
    return sku === scenario.sku && last !== undefined && states.success.includes(last.status)
  })
  return bought.length >= scenario.purchases
}

/** The exit code counts only when every card was bought. A client that was ended because it sent too much has none. */
function endsWell({ exit }: Trial): boolean | undefined {
  if (exit?.cause === 'flood') return undefined
  return exit === null || exit.code === 0
}
