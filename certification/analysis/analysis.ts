import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import { faultsIn } from './faults.ts'
import { type Twins, twinsIn } from './knowledge.ts'
import { ordersOf } from './order.ts'
import { misshapenIn } from './purchase-body.ts'
import { type Explanation, explainedIn, REUSED } from './purchases.ts'
import { type Conduct, unreadSteps, type Walked } from './reading.ts'
import { orderRequestsOf } from './request.ts'
import { type ClientStep, stepsOf, waitsAfter } from './step.ts'
import { strayLookupsIn } from './stray-lookup.ts'

/** The facts of one trial that the rules share, so that no rule computes them itself. */
export type Analysis = Walked & {
  /** The steps whose summary it does not read, as the whole run shows: of those, only that is judged. */
  readonly unread: ReadonlySet<ClientStep>
}

/** Analyses the trials of one run, in their order. Facts that need the whole run are added to each. */
export function readRun(trials: readonly Trial[], profile: Profile): readonly Analysis[] {
  const asked = trials.map((trial) => ({ trial, requests: orderRequestsOf(trial, profile) }))
  const orders = asked.map(({ requests }) => ordersOf(requests))
  const twins = twinsIn(orders.flat())
  const walked = asked.map((one, index) => walk({ ...one, profile, orders: orders[index] ?? [] }, twins))
  const unread = unreadSteps(walked)
  return walked.map((one) => ({ ...one, unread }))
}

type Asked = Pick<Conduct, 'trial' | 'profile' | 'requests' | 'orders'>

function walk(asked: Asked, twins: Twins): Walked {
  const { trial, profile, requests, orders } = asked
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const explained = explainedIn(orders, trial, profile)
  const those = (...kinds: readonly Explanation[]) => explained.filter(({ as }) => kinds.includes(as))
  const sent = (kinds: typeof explained) => new Set(kinds.map(({ purchase }) => purchase))
  const reused = those(...REUSED)
  const shared = new Set(reused.map(({ order }) => order))
  const changed = sent([...reused, ...those('altered')])
  const steps = orders.flatMap((order) => stepsOf(order, trial, twins, sent(reused)))
  const waits = steps.flatMap((step) => (shared.has(step.order) ? [] : waitsAfter(step)))
  // The exit code counts only when every card was bought. A client that was ended because it sent too much has none.
  const isAtEnd = isAllBought(asked) && trial.exit?.cause !== 'flood'
  const endsWell = trial.exit === null || trial.exit.code === 0
  const conduct: Conduct = {
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
