import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import { faultsIn } from './faults.ts'
import { type Twins, twinsIn } from './knowledge.ts'
import { type Order, ordersOf } from './order.ts'
import { misshapenIn } from './purchase-body.ts'
import { type Explanation, explainedIn, REUSED } from './purchases.ts'
import { type Conduct, unreadSteps, type Walked } from './reading.ts'
import { type OrderExchange, readOrderRequest } from './request.ts'
import { type ClientStep, stepsOf, waitsAfter } from './step.ts'
import { strayLookupsIn } from './stray-lookup.ts'

/** The facts of one trial that the rules share, so that no rule computes them itself. */
export type Analysis = Walked & {
  /** Every purchase that was sent, also those with an unreadable body. */
  readonly purchases: readonly OrderExchange[]
  readonly lookups: readonly OrderExchange[]
  readonly orders: readonly Order[]
  /** The steps whose summary it does not read, as the whole run shows: of those, only that is judged. */
  readonly unread: ReadonlySet<ClientStep>
}

/** Analyses the trials of one run, in their order. Facts that need the whole run are added to each. */
export function readRun(trials: readonly Trial[], profile: Profile): readonly Analysis[] {
  const asked = trials.map((trial) => {
    const requests = trial.exchanges.flatMap(
      (exchange) => readOrderRequest(exchange, profile, trial.crash) ?? [],
    )
    return { trial, requests, orders: ordersOf(requests) }
  })
  const twins = twinsIn(asked.flatMap(({ orders }) => orders))
  const digests = asked.map(({ trial, requests, orders }) => digest(trial, profile, requests, orders, twins))
  const unread = unreadSteps(digests)
  return digests.map((one) => ({ ...one, unread }))
}

function digest(
  trial: Trial,
  profile: Profile,
  requests: readonly OrderExchange[],
  orders: readonly Order[],
  twins: Twins,
): Omit<Analysis, 'unread'> {
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const misshapen = misshapenIn(purchases)
  const explained = explainedIn(orders, trial, profile)
  const purchasesThatAre = (...kinds: readonly Explanation[]) =>
    new Set(explained.flatMap(({ as, purchase }) => (kinds.includes(as) ? purchase : [])))
  const changed = purchasesThatAre(...REUSED, 'altered')
  const others = purchasesThatAre(...REUSED)
  const shared = new Set(explained.flatMap(({ as, order }) => (REUSED.includes(as) ? order : [])))
  const steps = orders.flatMap((order) => stepsOf(order, trial, twins, others))
  const waits = steps.flatMap((step) => (shared.has(step.order) ? [] : waitsAfter(step)))
  // The exit code counts only when every card was bought. A client that was ended because it sent too much has none.
  const isAtEnd = isAllBought(trial, orders, profile) && trial.exit?.cause !== 'flood'
  const endsWell = trial.exit === null || trial.exit.code === 0
  const conduct: Conduct = {
    trial,
    profile,
    misshapen,
    explained,
    changed,
    steps,
    waits: waits.filter(({ request }) => !changed.has(request)),
    strayLookups: strayLookupsIn(trial, requests, profile),
    hasFailedAtEnd: isAtEnd && !endsWell,
    hasSucceeded: isAtEnd && endsWell,
  }
  const lookups = requests.filter(({ kind }) => kind === 'lookup')
  return { ...conduct, purchases, lookups, orders, faults: faultsIn(conduct) }
}

/** Whether the scenario ends in success, and the client received that for every card that was to be bought. */
function isAllBought({ scenario }: Trial, orders: readonly Order[], { states }: Profile): boolean {
  const bought = orders.filter(({ sku, received }) => {
    const status = received.at(-1)?.summary.status
    return sku === scenario.sku && status !== undefined && states.success.includes(status)
  })
  return scenario.course.settles === 'success' && bought.length >= scenario.purchases
}
