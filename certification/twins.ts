import type { Order, OrderExchange } from './orders.ts'

/** Requests that a client may send at the same moment: one kind twice, or one of each. */
const PAIRINGS = ['purchase', 'lookup', 'both'] as const
type Pairing = (typeof PAIRINGS)[number]

/** How far apart, in milliseconds, the two requests of each pairing may arrive; zero if the client sends them one by one. */
export type Twins = ReadonlyMap<Pairing, number>

/** Two requests that arrive within this time may have been sent together. */
const TOGETHER_MS = 50
/** The same on a busy machine, when a slow answer shows that they were sent together. */
const SEEN_TOGETHER_MS = 300
/** How far apart they may then arrive in the rest of the run. */
const TWINS_APART_MS = 1_000

/** A request that comes while an answer is under way for longer than this is certainly not a reaction to it. */
const IN_FLIGHT_MS = 20

/**
 * What a client sends at the same moment, from all orders of a run. A slow answer shows it: a request that came before it is
 * not a reaction to it; if none came, the client sends them one by one. Without one, they may have been sent together.
 */
export function twinsIn(orders: readonly Order[]): Twins {
  return new Map(
    PAIRINGS.flatMap((pairing): [Pairing, number][] => {
      const seen = orders.flatMap(({ requests }) => twinsWhileAwaited(requests, pairing))
      if (seen.includes(true)) return [[pairing, TWINS_APART_MS]]
      return seen.length === 0 ? [[pairing, TOGETHER_MS]] : []
    }),
  )
}

/** Of each slow answer, whether a twin of its request was sent while it was awaited. */
function twinsWhileAwaited(requests: readonly OrderExchange[], pairing: Pairing): readonly boolean[] {
  const own = pairing === 'both' ? requests : requests.filter(({ kind }) => kind === pairing)
  return own.flatMap((request, index) => {
    const next = own[index + 1]
    const isNear = next !== undefined && next.arrivedMs - request.arrivedMs <= SEEN_TOGETHER_MS
    const isTwin = isNear && pairingOf(request, next) === pairing
    const fromMs = isTwin ? next.arrivedMs : request.arrivedMs + SEEN_TOGETHER_MS
    return request.answer.knownMs >= fromMs + IN_FLIGHT_MS ? isTwin : []
  })
}

function pairingOf(one: OrderExchange, other: OrderExchange): Pairing {
  return one.kind === other.kind ? one.kind : 'both'
}

/** Only an answer with a summary binds what comes after it. */
export function isTwinOf(before: OrderExchange, request: OrderExchange, order: Order, twins: Twins): boolean {
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
