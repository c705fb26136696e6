import type { Order, OrderExchange, ReceivedSummary } from './order.ts'

/** How far apart, in milliseconds, the two requests of each pairing may arrive; zero if the client sends them one by one. */
export type Twins = ReadonlyMap<Pairing, number>

/** Requests that a client may send at the same moment: one kind twice, or one of each. */
const PAIRINGS = ['purchase', 'lookup', 'both'] as const
type Pairing = (typeof PAIRINGS)[number]

/** Two requests that arrive within this time may have been sent together. */
const TOGETHER_MS = 50
/** The same on a busy machine, when a slow answer shows that they were sent together. */
const SEEN_TOGETHER_MS = 300
/** How far apart they may then arrive in the rest of the run. */
const TWINS_APART_MS = 1_000

/** A request that comes while an answer is under way for longer than this is certainly not a reaction to it. */
const IN_FLIGHT_MS = 20

/**
 * What a client sends at the same moment, from all orders of a run. A slow answer shows it: a second
 * request that came before it is not a reaction to it, and if none came, the client sends them one by one. Without a
 * slow answer, they may have been sent together.
 */
export function twinsIn(orders: readonly Order[]): Twins {
  return new Map(
    PAIRINGS.flatMap((pairing): [Pairing, number][] => {
      const seen = orders.flatMap(({ requests }) => whileAwaited(requests, pairing))
      if (seen.includes('twin')) return [[pairing, TWINS_APART_MS]]
      return seen.length === 0 ? [[pairing, TOGETHER_MS]] : []
    }),
  )
}

/** What was sent while an answer was slow: a twin of its request, or nothing. */
function whileAwaited(requests: readonly OrderExchange[], pairing: Pairing): readonly ('twin' | 'alone')[] {
  const own = pairing === 'both' ? requests : requests.filter(({ kind }) => kind === pairing)
  return own.flatMap((request, index): ('twin' | 'alone')[] => {
    const { knownMs } = request.answer
    const next = own[index + 1]
    const isNear = next !== undefined && next.arrivedMs - request.arrivedMs <= SEEN_TOGETHER_MS
    if (isNear && pairingOf(request, next) === pairing)
      return knownMs >= next.arrivedMs + IN_FLIGHT_MS ? ['twin'] : []
    return knownMs >= request.arrivedMs + SEEN_TOGETHER_MS + IN_FLIGHT_MS ? ['alone'] : []
  })
}

function pairingOf(one: OrderExchange, other: OrderExchange): Pairing {
  return one.kind === other.kind ? one.kind : 'both'
}

/** What a client knew about an order when it sent each request about it: the latest summary that had reached it. */
export type Knowledge = ReadonlyMap<OrderExchange, ReceivedSummary | undefined>

/** The {@link Knowledge} of an order. */
export function knowledgeIn(order: Order, twins: Twins): Knowledge {
  const pairs = sentTogether(order, twins)
  const isKnown = (one: ReceivedSummary, to: OrderExchange) =>
    one.knownMs < to.arrivedMs && pairs.get(to) !== one.request
  return new Map(order.requests.map((to) => [to, order.received.findLast((one) => isKnown(one, to))]))
}

/** The requests that were sent together, each with the one before it, whose answer it did not wait for. */
function sentTogether(order: Order, twins: Twins): ReadonlyMap<OrderExchange, OrderExchange> {
  const pairs = new Map<OrderExchange, OrderExchange>()
  let before: OrderExchange | undefined
  for (const request of order.requests) {
    const isSecond = before !== undefined && isTwinOf(before, request, order, twins)
    if (isSecond && before !== undefined) pairs.set(request, before)
    before = isSecond ? undefined : request
  }
  return pairs
}

/** Only an answer with a summary binds what comes after it. */
function isTwinOf(before: OrderExchange, request: OrderExchange, order: Order, twins: Twins): boolean {
  if (before.answer.kind !== 'summary') return false
  const pairing = pairingOf(before, request)
  const apartMs = twins.get(pairing) ?? (isRecovery(before, order) && pairing !== 'lookup' ? TOGETHER_MS : 0)
  // No client sends a lookup together with its first purchase.
  if (pairing === 'both' && before === order.purchases[0]) return false
  return request.arrivedMs - before.arrivedMs <= apartMs
}

/** Whether a request recovers a purchase whose answer is missing, before any summary of it arrived. */
function isRecovery(request: OrderExchange, { purchases, received }: Order): boolean {
  const [first] = received
  return request !== purchases[0] && first !== undefined && first.knownMs >= request.arrivedMs
}
