import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'

export type OperationName = 'ping' | 'purchase' | 'replay' | 'lookup'

export type MeasuredOperation = {
  readonly name: OperationName
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** A body for each request: a new one where every request is a new order. */
  readonly body?: () => string
}

/** The key of a partner whose balance, in minor units, outlasts every run. */
export const BENCH_KEY = 'pk_test_bench'
/** In minor units. */
export const BENCH_BALANCE = 1_000_000_000_000

/** An ordinary card: its orders are settled at once, without a fault. */
export const BENCH_CARD = ORDINARY_CARDS[0] as (typeof ORDINARY_CARDS)[number]

/** The reference of the order that is replayed and looked up. */
export const KNOWN_REFERENCE = 'BENCH:known'

/** How many connections are open at a time; each keeps one request under way. */
export const CONNECTIONS = 32

export const HEADERS = {
  Authorization: `Bearer ${BENCH_KEY}`,
  Accept: 'application/json',
} as const

/** A number that no request was sent with before; each is as long as the others. */
let nextReference = 1_000_000
const orderBody = (partnerReference: string) => JSON.stringify({ partnerReference, sku: BENCH_CARD.sku })
const knownBody = orderBody(KNOWN_REFERENCE)

/** In the order in which they are measured: the replay makes the order that is looked up. */
export const OPERATIONS: readonly MeasuredOperation[] = [
  { name: 'ping', title: 'GET /ping', method: 'GET', path: '/ping' },
  {
    name: 'purchase',
    title: 'POST /orders, new',
    method: 'POST',
    path: '/orders',
    body: () => orderBody(`BENCH:${nextReference++}`),
  },
  { name: 'replay', title: 'POST /orders, replay', method: 'POST', path: '/orders', body: () => knownBody },
  { name: 'lookup', title: 'GET /orders/{ref}', method: 'GET', path: `/orders/${KNOWN_REFERENCE}` },
]
