import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import { faultsIn, isExcused, type Reacted } from './faults.ts'
import { type Surplus, surplusOf } from './further-purchases.ts'
import { type Twins, twinsIn } from './knowledge.ts'
import { type Order, ordersOf } from './order.ts'
import { type Misshapen, misshapenIn } from './purchase-body.ts'
import { type Fault, unreadSteps } from './reading.ts'
import { type OrderExchange, readOrderRequest } from './request.ts'
import { type Retry, retriesOf } from './retry.ts'
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
  readonly misshapen: readonly Misshapen[]
  readonly surplus: readonly Surplus[]
  readonly reuses: readonly Reuse[]
  readonly retries: readonly Retry[]
  /** The purchases whose reference was used before, for another content or another card: no other clause judges them again. */
  readonly changed: ReadonlySet<OrderExchange>
  /** How the client reacted to each summary that reached it. */
  readonly steps: readonly ClientStep[]
  /** The requests that had to wait, and until when. */
  readonly waits: readonly Wait[]
  /** What was wrong in that. */
  readonly faults: readonly Fault[]
  /** Requests that may be meant as a lookup, but use another path than the profile's, or a misspelled reference. */
  readonly strayLookups: StrayLookups
  /** Whether the client knew that it bought every card, and its process still failed. */
  readonly hasFailedAtEnd: boolean
  /** Whether the client knew that it bought every card, and its process did not fail. */
  readonly hasSucceeded: boolean
  /** The steps whose summary it does not read, as the whole run shows: of those, only that is judged. */
  readonly unread: ReadonlySet<ClientStep>
}

/** Analyses the trials of one run, in their order. Facts that need the whole run are added to each. */
export function readRun(trials: readonly Trial[], profile: Profile): readonly Analysis[] {
  const asked = trials.map((trial) => requestsIn(trial, profile))
  const twins = twinsIn(asked.flatMap(({ orders }) => orders))
  const digests = asked.map((one) => digest(one, profile, twins))
  const unread = unreadSteps(digests)
  return digests.map((one) => ({ ...one, unread }))
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

function digest(
  { trial, requests, orders }: Asked,
  profile: Profile,
  twins: Twins,
): Omit<Analysis, 'unread'> {
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const misshapen = misshapenIn(purchases)
  const surplus = surplusOf(orders, trial, profile)
  const reuses = reusesOf(orders, trial, profile)
  const retries = retriesOf(orders, reuses, trial, profile)
  const isBought = isAllBought(trial, orders, profile)
  const altered = retries.filter(({ isIdentical }) => !isIdentical)
  const changed = new Set([...reuses, ...altered].map(({ purchase }) => purchase))
  const facts = {
    trial,
    profile,
    strayLookups: strayLookupsIn(trial, requests, profile),
    changed,
    explained: new Set([...changed, ...misshapen.map(({ purchase }) => purchase)]),
    replaced: new Set(surplus.flatMap(({ instead, purchase }) => [instead.reference, purchase.reference])),
    hasFailedAtEnd: isBought && endsWell(trial) === false,
  }
  const { steps, waits } = reactionsIn(orders, twins, facts, reuses)
  return {
    ...facts,
    purchases,
    lookups: requests.filter(({ kind }) => kind === 'lookup'),
    orders,
    misshapen,
    surplus,
    reuses,
    retries,
    steps,
    waits,
    faults: faultsIn({ ...facts, steps, waits }),
    hasSucceeded: isBought && endsWell(trial) === true,
  }
}

type Excuses = Omit<Reacted, 'steps' | 'waits' | 'hasFailedAtEnd'>

function reactionsIn(
  orders: readonly Order[],
  twins: Twins,
  facts: Excuses & Pick<Analysis, 'changed'>,
  reuses: readonly Reuse[],
): Pick<Analysis, 'steps' | 'waits'> {
  const reused = new Set(reuses.map(({ purchase }) => purchase))
  const shared = new Set(reuses.map(({ order }) => order))
  const around = { trial: facts.trial, twins, isAnother: (request: OrderExchange) => reused.has(request) }
  const walked = orders.map((order) => ({ order, steps: stepsOf(order, around) }))
  return {
    steps: walked.flatMap(({ steps }) =>
      steps.map((step) =>
        step.reaction === 'gave-up' && isExcused(step, facts) ? { ...step, reaction: 'unjudged' } : step,
      ),
    ),
    waits: walked
      .filter(({ order }) => !shared.has(order))
      .flatMap(({ order, steps }) => waitsOf(steps, order, around))
      .filter(({ request }) => !facts.changed.has(request)),
  }
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
