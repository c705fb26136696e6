import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'
import type { LoadRequest } from './load/plan.ts'

/** What is asked of every server. */
export type OperationName = 'ping' | 'purchase' | 'replay' | 'lookup' | 'balance'

export type MeasuredOperation = {
  readonly name: OperationName
  readonly title: string
  readonly request: LoadRequest
  /** The least share of the bare server's requests per second that the mock is to reach; null for none. */
  readonly target: number | null
}

/** A key for whoever measures, of a partner whose money lasts. */
export const BENCH_KEY = 'pk_test_bench'
export const AUTHORIZATION = `Bearer ${BENCH_KEY}`
export const OPENING_BALANCE = 1_000_000_000_000

/** An ordinary card: its orders are settled at once, and no fault befalls them. */
export const CARD = ORDINARY_CARDS[0] as (typeof ORDINARY_CARDS)[number]

/** The reference of the order that is replayed and looked up. */
export const KNOWN_REFERENCE = 'BENCH:known'

const KNOWN_BODY = JSON.stringify({ partnerReference: KNOWN_REFERENCE, sku: CARD.sku })

/** The operations that are measured, in their order: a replay is of the order that the first of them makes. */
export const OPERATIONS: readonly MeasuredOperation[] = [
  { name: 'ping', title: 'GET /ping', request: { method: 'GET', path: '/ping' }, target: 0.8 },
  {
    name: 'purchase',
    title: 'POST /orders, new',
    request: {
      method: 'POST',
      path: '/orders',
      body: JSON.stringify({ partnerReference: 'BENCH:{n}', sku: CARD.sku }),
    },
    target: 0.65,
  },
  {
    name: 'replay',
    title: 'POST /orders, replay',
    request: { method: 'POST', path: '/orders', body: KNOWN_BODY },
    target: 0.7,
  },
  {
    name: 'lookup',
    title: 'GET /orders/{ref}',
    request: { method: 'GET', path: `/orders/${KNOWN_REFERENCE}` },
    target: 0.7,
  },
  { name: 'balance', title: 'GET /balance', request: { method: 'GET', path: '/balance' }, target: null },
]

/** The headers of a request: its key, and what its body is. */
export function headersOf({ body }: LoadRequest): Record<string, string> {
  return {
    Authorization: AUTHORIZATION,
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
}
