import type { Order, Told } from './order.ts'
import type { OrderRequest } from './request.ts'

/** Whether a summary had reached the client when it sent a request. */
export type Knowledge = (told: Told, request: OrderRequest) => boolean

/** A request of one kind that arrives so soon after the answer to another is its twin, and was on its way before. */
export const TWIN_MS = 1

/** How far apart two requests arrive that were sent at the same time, such as by two processes. */
const TOGETHER_MS = 50

/** What a client knew of an order whenever it sent something about it. */
export function knowledgeOf(order: Order): Knowledge {
  const pairs = sentTogether(order)
  return (told, request) =>
    told.request.exchange.seq < request.exchange.seq &&
    told.knownMs + (told.request.kind === request.kind ? TWIN_MS : 0) <= request.arrivedMs &&
    pairs.get(request) !== told.request
}

/**
 * The lookups and identical bodies that were sent together, each with the one before it: a client may do both at once,
 * and neither waits for the other's answer. The first purchase is no such one: it has to be answered first.
 */
function sentTogether({ requests, purchases }: Order): ReadonlyMap<OrderRequest, OrderRequest> {
  const pairs = new Map<OrderRequest, OrderRequest>()
  let before: OrderRequest | undefined
  for (const request of requests) {
    const isPair = before !== undefined && before !== purchases[0] && isTogether(before, request)
    if (isPair && before !== undefined) pairs.set(request, before)
    before = isPair ? undefined : request
  }
  return pairs
}

function isTogether(before: OrderRequest, request: OrderRequest): boolean {
  return before.kind !== request.kind && request.arrivedMs - before.arrivedMs <= TOGETHER_MS
}
