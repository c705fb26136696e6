import { provenanceOf } from '../contract/profile/profile.ts'
import { isPollAfter } from '../contract/wire/processing.ts'
import { findsNothing, isProcessing, says, summaryOf } from './answers.ts'
import { ENDED, type Ending, type Order } from './order.ts'
import type { Service } from './service.ts'

/** The shortest time between two polls, also if the order asks for less. Milliseconds. */
export const SHORTEST_POLL_MS = 100
/** The time between two polls where a summary does not say. */
const USUAL_POLL_MS = 500
/** How long a lookup may take to find an order that was bought, besides what it took for others. */
export const FOUND_WITHIN_MS = 5000
/** So many polls in a row that see a state which the profile does not name show that the order has left PROCESSING. */
const UNNAMED_POLLS = 4
/** A last poll may come so much later than the order had to settle: only a longer pace is too slow. Milliseconds. */
const SHORT_POLL_MS = 10_000
/** A timer may fire a moment early. */
const MARGIN_MS = 5

/**
 * Polls an order that was bought at the pace that the service asks for (§3.1), until it has left PROCESSING, or for as long
 * as the profile says that settling may take. Runs in the background: its result is the order's `ending`.
 */
export function follow(service: Service, order: Order): Promise<void> {
  order.following ??= poll(service, order).then(
    (ending) => {
      order.ending = ending
    },
    // The run has ended: nothing is known of this order.
    () => {},
  )
  return order.following
}

/** Waits until every order that is followed has ended. */
export async function allFollowed(service: Service): Promise<void> {
  await Promise.all(service.orders.map(({ following }) => following))
}

/** The orders that have left PROCESSING, oldest first. */
export function endedOrders(service: Service): readonly Order[] {
  return service.orders.filter(({ ending }) => ENDED.includes(ending))
}

/** Whether an order in this state has settled, as the profile names states; undefined for any other state. */
export function endingOf(
  status: string,
  { profile: { states } }: Pick<Service, 'profile'>,
): Ending | undefined {
  if (states.success.includes(status)) return 'succeeded'
  return states.failure.includes(status) ? 'failed' : undefined
}

/** Whether the time that an order may take to settle is more than an assumption of the kit. */
export function isSettlingTimeKnown({ profile }: Pick<Service, 'profile'>): boolean {
  return provenanceOf(profile, 'limits.settleSeconds') !== 'assumed'
}

/** Whether the lookup is where the profile says: it has found an order, or is more than an assumption. */
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
    // Until it is found, nothing says how long to wait.
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
