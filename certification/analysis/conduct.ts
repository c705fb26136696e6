import type { Profile } from '../../contract/profile/profile.ts'
import type { Trial } from '../trial.ts'
import { orderRequestsOf, ordersOf } from './order.ts'
import { explainedIn, misshapenIn, REUSED } from './purchases.ts'
import { stepsOf, type Twins, twinsIn, waitsAfter } from './step.ts'
import { strayLookupsIn } from './stray-lookup.ts'

/** What a client did in one trial, and what explains a part of it. */
export type Conduct = ReturnType<typeof conductOf>

/** What a client did in the trials of one run, in their order. */
export function conductIn(trials: readonly Trial[], profile: Profile): readonly Conduct[] {
  const asked = trials.map((trial) => askedIn(trial, profile))
  const twins = twinsIn(asked.flatMap(({ orders }) => orders))
  return asked.map((one) => conductOf(one, twins))
}

type Asked = ReturnType<typeof askedIn>

function askedIn(trial: Trial, profile: Profile) {
  const requests = orderRequestsOf(trial, profile)
  return { trial, profile, requests, orders: ordersOf(requests) }
}

function conductOf(asked: Asked, twins: Twins) {
  const { trial, profile, requests, orders } = asked
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const explained = explainedIn(orders, trial, profile)
  const reused = explained.filter(({ as }) => REUSED.includes(as))
  const altered = explained.filter(({ as }) => as === 'altered')
  const shared = new Set(reused.map(({ order }) => order))
  const others = new Set(reused.map(({ purchase }) => purchase))
  const changed = new Set([...reused, ...altered].map(({ purchase }) => purchase))
  const steps = orders.flatMap((order) => stepsOf(order, trial, twins, others))
  const waits = steps.filter(({ order }) => !shared.has(order)).flatMap(waitsAfter)
  // The exit code counts only when every card was bought. A client that was ended because it sent too much has none.
  const isAtEnd = isAllBought(asked) && trial.exit?.cause !== 'flood'
  const endsWell = trial.exit === null || trial.exit.code === 0
  return {
    trial,
    profile,
    /** Its requests about orders, and those about one reference each. */
    requests,
    orders,
    /** Every purchase that was sent, also those with an unreadable body. */
    purchases,
    misshapen: misshapenIn(purchases),
    /** The purchases that need an explanation, and theirs. */
    explained,
    /** The purchases whose reference was used before, for another content or another card: no other clause judges them again. */
    changed,
    /** How the client reacted to each summary that reached it. */
    steps,
    /** The requests that had to wait, and until when. */
    waits: waits.filter(({ request }) => !changed.has(request)),
    /** Requests that may be meant as a lookup, but use another path than the profile's, or a misspelled reference. */
    strayLookups: strayLookupsIn(trial, requests, profile),
    /** Whether the client knew that it bought every card, and its process still failed; or did not fail. */
    hasFailedAtEnd: isAtEnd && !endsWell,
    hasSucceeded: isAtEnd && endsWell,
  }
}

/** Whether the scenario ends in success, and the client received that for every card that was to be bought. */
function isAllBought({ trial: { scenario }, orders, profile: { states } }: Asked): boolean {
  const bought = orders.filter(({ sku, received }) => {
    const status = received.at(-1)?.summary.status
    return sku === scenario.sku && status !== undefined && states.success.includes(status)
  })
  return scenario.course.settles === 'success' && bought.length >= scenario.purchases
}
