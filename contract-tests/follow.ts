import { provenanceOf } from '../contract/profile/profile.ts'
import { isPollAfter } from '../contract/wire/processing.ts'
import { findsNothing, isProcessing, says, summaryOf } from './answers.ts'
import { ENDED, type Ending, type Order } from './order.ts'
import type { Service } from './service.ts'

/** The shortest time between two polls in milliseconds, even if the order asks for less. */
export const SHORTEST_POLL_MS = 100
/** The time between two polls if a summary does not say. */
const USUAL_POLL_MS = 500
/** How long a lookup may take to find an order, in addition to the first wait. */
export const FOUND_WITHIN_MS = 5000
/** This many polls in a row with a state that the profile does not list show that the order has left PROCESSING. */
const UNNAMED_POLLS = 4
/**
 * The last poll may come this much later than the settlement limit, in milliseconds. Only a longer pace is too slow.
 */
const SHORT_POLL_MS = 10_000
/** A timer may fire a moment early. */
const MARGIN_MS = 5

/**
 * Polls an order at the requested pace (§3.1), until it has left PROCESSING or the profile's time to settle is over. It
 * runs in the background, and its result is the order's `ending`.
 */
export function follow(service: Service, order: Order): Promise<void> {
  order.following ??= poll(service, order).then(
    (ending) => {
      order.ending = ending
    },
    // The run has ended, so nothing more is known about this order.
    () => {},
  )
  return order.following
}

/** Waits until every order that is polled has ended. */
export async function allFollowed(service: Service): Promise<void> {
  await Promise.all(service.orders.map(({ following }) => following))
}

/** The orders that have left PROCESSING, oldest first. */
export function endedOrders(service: Service): readonly Order[] {
  return service.orders.filter(({ ending }) => ENDED.includes(ending))
}

/**
 * How an order in this state has settled, according to the profile; undefined for a state that the profile does not
 * list.
 */
export function endingOf(
  status: string,
  { profile: { states } }: Pick<Service, 'profile'>,
): Ending | undefined {
  if (states.success.includes(status)) return 'succeeded'
  return states.failure.includes(status) ? 'failed' : undefined
}

/** True if the time that an order may take to settle is more than the kit's assumption. */
export function isSettlingTimeKnown({ profile }: Pick<Service, 'profile'>): boolean {
  return provenanceOf(profile, 'limits.settleSeconds') !== 'assumed'
}

/** True if the profile's lookup is known to be right: it has found an order, or is more than the kit's assumption. */
export function isLookupKnown({ calls, profile }: Pick<Service, 'calls' | 'profile'>): boolean {
  if (provenanceOf(profile, 'lookup') !== 'assumed') return true
  return calls.some(
    (call) => call.exchange.operation === 'lookupOrder' && says(call) === 'yes' && !findsNothing(call),
  )
}

async function poll(service: Service, order: Order): Promise<Ending> {
  const beganMs = service.nowMs()
  const endsMs = beganMs + service.profile.limits.settleSeconds * 1000
  let seen = order.summary
  let isFound = false
  let unnamed = 0
  let isAnswered = true
  for (let polls = 0; service.nowMs() < endsMs; polls += 1) {
    const asked = isPollAfter(seen?.pollAfterSeconds)
      ? seen.pollAfterSeconds * 1000 + MARGIN_MS
      : USUAL_POLL_MS
    // Until a lookup finds the order, nothing says how long to wait.
    const pauseMs = Math.max(SHORTEST_POLL_MS, isFound || polls === 0 ? asked : USUAL_POLL_MS)
    if (service.nowMs() + pauseMs > endsMs + SHORT_POLL_MS) return isAnswered ? 'too-slow' : 'unanswered'
    await service.sleep(pauseMs)
    const call = await service.lookUp(order)
    const summary = summaryOf(call)
    isAnswered = says(call) !== 'nothing'
    if (!isFound && findsNothing(call) && service.nowMs() - beganMs > pauseMs + FOUND_WITHIN_MS)
      return 'never-found'
    if (says(call) === 'yes' && !findsNothing(call) && summary === undefined) return 'unreadable'
    if (summary === undefined) continue
    isFound = true
    seen = summary
    const ending = endingOf(summary.status, service)
    if (ending !== undefined) return ending
    if (isProcessing(call)) order.processingMs = call.sentMs
    unnamed = isProcessing(call) ? 0 : unnamed + 1
    if (unnamed === UNNAMED_POLLS) return 'unnamed'
  }
  if (!isAnswered) return 'unanswered'
  return isFound ? 'still-processing' : 'never-found'
}
