import type { Clock } from '../../../contract/clock.ts'
import type { OrderRequest } from '../../../contract/wire/bodies.ts'
import { type Forward, lookedUpReference, lookUpAs, type Middleware, purchaseIn } from '../middleware.ts'

/** When the client of a first purchase went away: before it was read, or while its answer was delayed. */
type ClientTimeout = 'early' | 'late'

/** What a server has seen of one order of one key. */
export type OrderHistory = {
  readonly partnerReference: string
  readonly sku: string
  /** 1 for the first order of its key. */
  readonly place: number
  /** Milliseconds, by the server's clock. */
  readonly boughtAt: number
  /** Purchases that named it. */
  sends: number
  /** Lookups that found it. */
  lookups: number
  /** Purchases of it that are being answered now. */
  underWay: number
  /** Null if the client of its first purchase did not go away. */
  abandoned: ClientTimeout | null
  /** Whether its client has read that it is settled. */
  saidSettled: boolean
  /** Whether it was hit by a fault: some stay with the order. */
  struck: boolean
}

/** A purchase or a lookup, and what the server knows when it comes. */
export type Moment = {
  readonly kind: 'purchase' | 'lookup'
  readonly request: Request
  readonly order: OrderHistory
  /** 1 for the first purchase, or the first lookup, of this order. */
  readonly nth: number
  /** The status of the order; null if nothing was bought yet, or if it was not looked up first. */
  readonly status: string | null
  /** Milliseconds since the first purchase. */
  readonly sinceMs: number
  /** Whether another purchase of the same order is being answered. */
  readonly isRepeatedAtOnce: boolean
  /** Orders of the same key that were bought before, or are being bought. */
  readonly others: readonly OrderHistory[]
}

/** Answers a purchase or a lookup at its moment. */
export type Answerer = (moment: Moment, forward: Forward) => Promise<Response>

/** How a server with a history is set up. */
export type HistoryOptions = {
  readonly clock: Pick<Clock, 'now'>
  /** Whether the answer to a first purchase is delayed, so that a client can go away before it. */
  readonly holdsAnswers?: boolean
  /** Whether the status of an order is looked up before a request about it is answered. */
  readonly looksFirst?: boolean
}

/** Records the history of every order, and passes it to the handler. Other requests are forwarded. */
export function withHistory(
  answer: Answerer,
  { clock, holdsAnswers = false, looksFirst = false }: HistoryOptions,
): Middleware {
  const histories = new Map<string, OrderHistory[]>()
  const ordersOf = (request: Request) => {
    const key = request.headers.get('Authorization') ?? ''
    const orders = histories.get(key) ?? []
    histories.set(key, orders)
    return orders
  }
  return async (request, forward, operation) => {
    if (operation === 'lookupOrder') {
      const orders = ordersOf(request)
      const reference = lookedUpReference(request)
      const order = orders.find(({ partnerReference }) => partnerReference === reference)
      return order === undefined ? forward(request) : lookUp({ request, order, orders }, forward)
    }
    const asked = operation === 'createOrder' ? await purchaseIn(request) : undefined
    if (asked === undefined) return forward(request)
    const orders = ordersOf(request)
    const known = orders.find(({ partnerReference }) => partnerReference === asked.partnerReference)
    // Another card under a known reference is a conflict, which the mock answers.
    if (known !== undefined && known.sku !== asked.sku) return forward(request)
    const order = known ?? newOrder(asked, orders.length + 1, clock.now())
    if (known === undefined) orders.push(order)
    return purchase({ request, order, orders }, forward)
  }

  type About = { request: Request; order: OrderHistory; orders: readonly OrderHistory[] }

  async function lookUp({ request, order, orders }: About, forward: Forward) {
    const status = looksFirst ? await statusOf(order, request, forward) : null
    const nth = order.lookups + 1
    const response = await answer(momentOf('lookup', { request, order, orders }, { nth, status }), forward)
    if (response.ok) order.lookups += 1
    return noting(order, response)
  }

  async function purchase(about: About, forward: Forward) {
    const { request, order } = about
    order.sends += 1
    if (order.sends === 1) noteClientTimeout(order, request.signal)
    const seen = { nth: order.sends, isRepeatedAtOnce: order.underWay > 0 }
    order.underWay += 1
    const status = looksFirst && seen.nth > 1 ? await statusOf(order, request, forward) : null
    // A purchase continues after its client went away.
    const text = await request.text()
    const kept = new Request(request.url, { method: 'POST', headers: request.headers, body: text })
    const response = await answer(
      momentOf('purchase', { ...about, request: kept }, { ...seen, status }),
      forward,
    )
    if (seen.nth === 1) await waitForClientTimeout(request.signal, holdsAnswers)
    order.underWay -= 1
    return request.signal.aborted ? response : noting(order, response)
  }

  function momentOf(
    kind: Moment['kind'],
    { request, order, orders }: About,
    seen: Pick<Moment, 'nth' | 'status'> & Partial<Moment>,
  ): Moment {
    const others = orders.filter((other) => other !== order)
    const sinceMs = clock.now() - order.boughtAt
    return { kind, request, order, others, sinceMs, isRepeatedAtOnce: false, ...seen }
  }
}

/** Notes when the client of a first purchase goes away: already, or while the answer is delayed. */
function noteClientTimeout(order: { abandoned: ClientTimeout | null }, client: AbortSignal): void {
  if (client.aborted) order.abandoned = 'early'
  else client.addEventListener('abort', () => (order.abandoned = 'late'))
}

/** Longer than the suite waits before it closes the connection. */
const HELD_MS = 45

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Waits until simultaneous requests were seen and, when answers are delayed, until a client can have gone away. */
async function waitForClientTimeout(client: AbortSignal, holdsAnswers: boolean): Promise<void> {
  await turn()
  if (client.aborted || !holdsAnswers) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HELD_MS)
    client.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  // On a busy machine both timers are due at once, in any order.
  await turn()
}

function newOrder({ partnerReference, sku }: OrderRequest, place: number, boughtAt: number): OrderHistory {
  const counts = { sends: 0, lookups: 0, underWay: 0 }
  const marks = { abandoned: null, saidSettled: false, struck: false }
  return { partnerReference, sku, place, boughtAt, ...counts, ...marks }
}

/** The current status of an order in the mock. */
export async function statusOf(
  order: OrderHistory,
  request: Request,
  forward: Forward,
): Promise<string | null> {
  const response = await lookUpAs(request, forward, order.partnerReference)
  return response.ok ? statusIn(await response.text()) : null
}

async function noting(order: OrderHistory, response: Response): Promise<Response> {
  const status = response.ok ? statusIn(await response.clone().text()) : null
  if (status !== null && status !== 'PROCESSING') order.saidSettled = true
  return response
}

/** The status in an answer, at either position. */
export function statusIn(text: string): string | null {
  return /"status":"([^"]*)"/.exec(text)?.[1] ?? null
}
