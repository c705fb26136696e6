import type { Profile } from '../contract/profile/profile.ts'
import type { GapId } from '../contract/reference/gaps.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { CHANGE_LOOKUP, callOf, otherLookupsIn } from './lookups.ts'
import { isShutOutAfter, type Order, type OrderExchange, orderRequestsOf, ordersOf } from './orders.ts'
import { explainedIn, misshapenIn, REUSED } from './purchases.ts'
import { type ClientStep, stepsOf, waitsAfter } from './steps.ts'
import { quoteName, type Trial } from './trial.ts'
import { type Twins, twinsIn } from './twins.ts'

export type Conduct = ReturnType<typeof conductOf>

export function conductIn(trials: readonly Trial[], profile: Profile, isTimed: boolean): readonly Conduct[] {
  const requests = trials.map((trial) => orderRequestsOf(trial, profile))
  const twins = twinsIn(requests.flatMap(ordersOf))
  return trials.map((trial, index) => conductOf(trial, profile, requests[index] ?? [], { twins, isTimed }))
}

function conductOf(
  trial: Trial,
  profile: Profile,
  requests: readonly OrderExchange[],
  { twins, isTimed }: { readonly twins: Twins; readonly isTimed: boolean },
) {
  const orders = ordersOf(requests)
  const purchases = requests.filter(({ kind }) => kind === 'purchase')
  const explained = explainedIn(orders, trial, profile)
  const reused = explained.filter(({ as }) => REUSED.includes(as))
  const altered = explained.filter(({ as }) => as === 'altered')
  const shared = new Set(reused.map(({ order }) => order))
  const others = new Set(reused.map(({ purchase }) => purchase))
  const changed = new Set([...reused, ...altered].map(({ purchase }) => purchase))
  const seen = orders.flatMap((order) => stepsOf(order, trial, twins, others))
  const steps = isTimed ? seen : seen.map(untimed)
  const waits = isTimed ? steps.filter(({ order }) => !shared.has(order)).flatMap(waitsAfter) : []
  const other = orders.find((order) => order.purchases.length === 0)
  // The exit code counts only when every card was bought. A client that was ended because it sent too much has none.
  const isAtEnd = isAllBought(trial, orders, profile) && trial.exit?.cause !== 'flood'
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
    explained,
    /** The purchases whose reference was used before, for another content or another card: no other clause judges them again. */
    changed,
    steps,
    waits: waits.filter(({ request }) => !changed.has(request)),
    /** What it looked up and never bought, to follow what it did not do; empty where there is nothing. */
    instead: other ? `: it looked up ${quoteName(other.reference)}, which it never bought` : '',
    /** Requests that may be meant as a lookup, but use another path than the profile's, or a misspelled reference. */
    otherLookups: otherLookupsIn(trial, requests, profile),
    /** Whether the client knew that it bought every card, and its process still failed; or did not fail. */
    hasFailedAtEnd: isAtEnd && !endsWell,
    hasSucceeded: isAtEnd && endsWell,
  }
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

/** What kept a client from asking for an order after an exchange, but breaks nothing: the words follow "and then". */
export function hindranceAfter(
  exchange: Exchange,
  { trial, profile, otherLookups: { elsewhere, misspelled } }: Conduct,
): { words: string; evidence: readonly Exchange[]; restsOn: readonly GapId[] } | undefined {
  const asked = [...elsewhere, ...misspelled].find(({ seq }) => seq > exchange.seq)
  if (asked === undefined) {
    const words = 'the client was refused, and could no longer ask for it.'
    return isShutOutAfter(exchange, trial, profile) ? { words, evidence: [], restsOn: [] } : undefined
  }
  const what = misspelled.includes(asked)
    ? 'which spells the reference differently (see stable-reference).'
    : `which is not the lookup of this profile. ${CHANGE_LOOKUP}`
  return { words: `it asked ${callOf(asked)}, ${what}`, evidence: [asked], restsOn: ['lookup-operation'] }
}
