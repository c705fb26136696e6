import { isObject, readPointer } from '../contract/wire/json-pointer.ts'
import { excessDigits, parseAmount } from '../contract/wire/money.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { type Success, unexpected } from './answer.ts'
import type { ClientProfile } from './client-profile.ts'
import type { Money } from './money.ts'
import type { CheckedOptions } from './options.ts'
import { checkIdentifiers, type OrderRequest, orderBody } from './order-request.ts'
import { type OrderSummary, readSummary } from './summary.ts'
import { createTransport } from './transport.ts'

/** Options of every call. */
export type CallOptions = {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
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

export function createCalls(settings: CheckedOptions): Calls {
  const { profile } = settings
  const send = createTransport(settings)
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
      checkIdentifiers('getPrice', { sku }, settings)
      const path = `/products/${encodeURIComponent(sku)}/price`
      return readMoney(await get('getPrice', path, options), profile, 'price')
    },
    async balance(options) {
      return readMoney(await get('getBalance', '/balance', options), profile, 'balance')
    },
    async order(order, { signal } = {}) {
      const { partnerReference, sku } = order
      checkIdentifiers('createOrder', { partnerReference, sku }, settings)
      const body = orderBody(order)
      const call = { operation: 'createOrder', method: 'POST', path: '/orders', body } as const
      return readSummary(await send(call, signal), 'createOrder', profile.states)
    },
    async lookup(partnerReference, { signal } = {}) {
      checkIdentifiers('lookupOrder', { partnerReference }, settings)
      const { method } = profile.lookup
      const path = profile.lookup.path.replace('{partnerReference}', encodeURIComponent(partnerReference))
      const call = { operation: 'lookupOrder', method, path, partnerReference } as const
      return readSummary(await send(call, signal), 'lookupOrder', profile.states)
    },
  }
}

/** What a ping says: `ok`, and the environment of the key. */
export type Ping = { readonly status: string; readonly mode: string }

/** An entry of the catalogue: its SKU, and every other field of the service. */
export type Product = { readonly sku: string; readonly [field: string]: unknown }

function readPing(answer: Success, { ping }: ClientProfile): Ping {
  const text = (field: 'status' | 'mode') => {
    const value = readPointer(answer.document, ping[field])
    if (typeof value === 'string') return value
    throw unexpected(answer, ping[field], `the ${field} of a ping`, `ping.${field}`)
  }
  return { status: text('status'), mode: text('mode') }
}

function readProducts(answer: Success, { products }: ClientProfile): readonly Product[] {
  const entries: unknown = readPointer(answer.document, products.pointer)
  if (!Array.isArray(entries)) {
    throw unexpected(answer, products.pointer, 'the array of products', 'products.pointer')
  }
  return entries.map((entry: unknown, index) => {
    if (isProduct(entry)) return entry
    throw unexpected(answer, `${products.pointer}/${index}/sku`, 'a SKU', 'products.pointer')
  })
}

function readMoney(answer: Success, profile: ClientProfile, section: 'price' | 'balance'): Money {
  const place = profile[section]
  const currency =
    place.currency === null ? profile.money.currency : readPointer(answer.document, place.currency)
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
    throw unexpected(answer, place.currency ?? '', 'a currency code such as USD', `${section}.currency`)
  }
  const { format } = profile.money
  const amount: unknown = readPointer(answer.document, place.amount)
  const minorUnits = parseAmount(amount, { format, currency })
  if (minorUnits !== undefined) return { minorUnits, currency }
  const expected = `an amount of ${currency} (${format})`
  const excess = excessDigits(amount, currency)
  if (excess !== undefined)
    throw unexpected(answer, place.amount, `${expected}: ${excess}`, `${section}.currency`)
  const isScalar = typeof amount === 'string' || typeof amount === 'number'
  throw unexpected(answer, place.amount, expected, isScalar ? 'money.format' : `${section}.amount`)
}

function isProduct(value: unknown): value is Product {
  return isObject(value) && typeof value.sku === 'string' && value.sku !== ''
}
