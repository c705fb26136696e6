import type { OperationId } from '../contract/wire/operations.ts'
import type { ClientProfile } from './client-profile.ts'
import type { Send } from './http/transport.ts'
import type { Money } from './money.ts'
import { type CheckIdentifier, type OrderRequest, orderBody } from './order-request.ts'
import type { PlatformSignal } from './platform.ts'
import { type Ping, type Product, readMoney, readPing, readProducts } from './readings.ts'
import { type OrderSummary, readLookupSummary, readPurchaseSummary } from './summary.ts'

/** Options of every call. */
export type CallOptions = {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: PlatformSignal | undefined
}

/** The six operations of the reference, one request each. */
export type Calls = {
  /** `GET /ping`: whether the service answers, and the environment of the key. */
  ping(options?: CallOptions): Promise<Ping>
  /** `GET /products`: the catalogue that the caller may buy from. */
  products(options?: CallOptions): Promise<readonly Product[]>
  /** `GET /products/{sku}/price`. */
  price(sku: string, options?: CallOptions): Promise<Money>
  /** `GET /balance`. */
  balance(options?: CallOptions): Promise<Money>
  /** `POST /orders`, once. Any error but a refusal leaves the outcome open (§4.3): `purchase` finds it out. */
  order(order: OrderRequest, options?: CallOptions): Promise<OrderSummary>
  /** The lookup of an order. Throws an `OrderNotFoundError` when the service knows none. */
  lookup(partnerReference: string, options?: CallOptions): Promise<OrderSummary>
}

/** The six operations over a transport, as the profile describes them. */
export function createCalls(send: Send, profile: ClientProfile, check: CheckIdentifier): Calls {
  const get = (operation: OperationId, path: string, { signal }: CallOptions = {}) =>
    send({ operation, method: 'GET', path }, signal)
  return {
    async ping(options) {
      return readPing(await get('ping', '/ping', options), profile)
    },
    async products(options) {
      return readProducts(await get('listProducts', '/products', options), profile)
    },
    async price(sku, options) {
      check('getPrice', 'sku', sku)
      const path = `/products/${encodeURIComponent(sku)}/price`
      return readMoney(await get('getPrice', path, options), profile, 'price')
    },
    async balance(options) {
      return readMoney(await get('getBalance', '/balance', options), profile, 'balance')
    },
    async order(order, { signal } = {}) {
      check('createOrder', 'partnerReference', order.partnerReference)
      check('createOrder', 'sku', order.sku)
      const body = orderBody(order)
      const call = { operation: 'createOrder', method: 'POST', path: '/orders', body } as const
      return readPurchaseSummary(await send(call, signal), profile.states)
    },
    async lookup(partnerReference, { signal } = {}) {
      check('lookupOrder', 'partnerReference', partnerReference)
      const { method } = profile.lookup
      const path = profile.lookup.path.replace('{partnerReference}', encodeURIComponent(partnerReference))
      const call = { operation: 'lookupOrder', method, path, partnerReference } as const
      return readLookupSummary(await send(call, signal), profile.states)
    },
  }
}
