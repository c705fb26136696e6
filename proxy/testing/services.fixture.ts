/**
 * Three services of other makes, written from the reference alone, in plain node: they share no code with the kit, and
 * answer every gap of the reference in another way.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSafeServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A purchase that a service served, and whether it made a card of it. */
type Booked = { readonly reference: string; readonly sku: string; readonly isNew: boolean }

export type Service = {
  readonly url: string
  readonly key: string
  /** What it answers to the gaps, as a partial profile. */
  readonly profile: Record<string, unknown>
  readonly skus: readonly string[]
  /** Every purchase that was served, in order. */
  readonly ledger: readonly Booked[]
  /** Every method and path that was asked for. */
  readonly asked: Set<string>
  close(): Promise<void>
}

/** What a service answers to the gaps that a client's code depends on. */
type Dialect = {
  readonly profile: Record<string, unknown>
  readonly isKey: (headers: IncomingMessage['headers'], key: string) => boolean
  /** The path and query of a lookup, with the reference as its first group. */
  readonly lookup: readonly [method: string, path: RegExp]
  readonly ping: Record<string, unknown>
  readonly catalogue: (skus: readonly string[]) => Record<string, unknown>
  readonly price: (minor: number) => Record<string, unknown>
  readonly balance: (minor: number) => Record<string, unknown>
  readonly settled: string
  readonly no: {
    readonly key: number
    readonly found: number
    readonly conflict: number
    readonly body: number
    readonly rate: number
  }
  readonly refusal: (status: number) => Record<string, unknown>
}

const PING = { status: 'ok', mode: 'TEST' }
const decimal = (minor: number) => (minor / 100).toFixed(2)

/** The one that most clients are written for. */
const USUAL: Dialect = {
  profile: {},
  isKey: ({ authorization }, key) => authorization === `Bearer ${key}`,
  lookup: ['GET', /^\/orders\/([^/?]+)$/],
  ping: PING,
  catalogue: (skus) => ({ products: skus.map((sku) => ({ sku, stock: null })) }),
  price: (minor) => ({ price: { amount: decimal(minor), currency: 'USD' } }),
  balance: (minor) => ({ balance: { amount: decimal(minor), currency: 'USD' } }),
  settled: 'COMPLETED',
  no: { key: 401, found: 404, conflict: 409, body: 422, rate: 429 },
  refusal: (status) => ({ type: `urn:x:${status}`, title: 'No', status, detail: 'Sorry.' }),
}

const QUERY: Dialect = {
  profile: {
    auth: { header: 'X-Partner-Key', format: '{key}' },
    lookup: { method: 'GET', path: '/orders?ref={partnerReference}' },
    products: { pointer: '/data/list' },
    price: { amount: '/data/cost', currency: null },
    balance: { amount: '/data/left', currency: null },
    money: { format: 'minor-units', currency: 'JPY' },
    states: { success: ['DONE'], failure: ['BROKEN'] },
    errors: {
      body: 'error-object',
      unauthenticated: 403,
      ipNotAllowed: 403,
      notFound: 410,
      referenceConflict: 406,
      invalidBody: 400,
      insufficientBalance: 402,
      rateLimited: 420,
      unavailable: 503,
    },
  },
  isKey: (headers, key) => headers['x-partner-key'] === key,
  lookup: ['GET', /^\/orders\?ref=([^&]+)$/],
  ping: { ...PING, version: 7 },
  catalogue: (skus) => ({ list: skus.map((sku) => ({ sku, title: `Card ${sku}` })) }),
  price: (cost) => ({ cost }),
  balance: (left) => ({ left }),
  settled: 'DONE',
  no: { key: 403, found: 410, conflict: 406, body: 400, rate: 420 },
  refusal: (status) => ({ error: { code: `no-${status}`, message: 'Sorry.' } }),
}

const POSTED: Dialect = {
  ...USUAL,
  profile: {
    auth: { header: 'Authorization', format: 'Token token="{key}"' },
    ping: { status: '/data/service/status', mode: '/data/service/mode' },
    lookup: { method: 'POST', path: '/order-status/{partnerReference}' },
    products: { pointer: '/data/shop/cards' },
    price: { amount: '/data/price/amount', currency: '/data/price/currency' },
    balance: { amount: '/data/accounts/0/amount', currency: '/data/accounts/0/currency' },
    money: { format: 'decimal-number', currency: 'EUR' },
    states: { success: ['delivered'], failure: ['rejected'] },
  },
  isKey: ({ authorization }, key) => authorization === `Token token="${key}"`,
  lookup: ['POST', /^\/order-status\/([^/?]+)$/],
  ping: { service: PING },
  catalogue: (skus) => ({ shop: { cards: skus.map((sku) => ({ sku })) } }),
  price: (minor) => ({ price: { amount: minor / 100, currency: 'EUR' } }),
  balance: (minor) => ({ accounts: [{ amount: minor / 100, currency: 'EUR' }] }),
  settled: 'delivered',
}

const VERSIONED: Dialect = {
  ...USUAL,
  profile: {
    auth: { header: 'X-Api-Key', format: 'Key {key}' },
    lookup: { method: 'GET', path: '/v1/purchases/{partnerReference}/state' },
  },
  isKey: (headers, key) => headers['x-api-key'] === `Key ${key}`,
  lookup: ['GET', /^\/v1\/purchases\/([^/?]+)\/state$/],
  ping: { ...PING, replica: 1 },
}

/** Whether a service speaks its own dialect, or the one that most clients are written for. */
export type Speaks = 'its own' | 'the usual'

type Make = {
  readonly dialect: Dialect
  readonly prices: ReadonlyMap<string, number>
  readonly tls?: { readonly cert: string; readonly key: string }
  /** How long an order is PROCESSING. */
  readonly settlesAfterMs: number
  /** How far the second replica is behind in what it reads. */
  readonly lagMs: number
  readonly perSecond: number
  readonly served: number
  /** What else the answer to a purchase holds. */
  readonly secret: () => Record<string, unknown>
}

/** Settles and debits at once, in another currency; its lookup is a query. */
export function plainService(speaks: Speaks = 'its own'): Promise<Service> {
  return made({
    dialect: speaks === 'its own' ? QUERY : USUAL,
    prices: new Map([
      ['YEN-500', 500],
      ['YEN-1000', 1000],
      ['YEN-90', 90],
    ]),
    ...{ settlesAfterMs: 0, lagMs: 0, perSecond: Number.POSITIVE_INFINITY, served: 201 },
    secret: () => ({ cardCode: `CODE-${randomUUID()}` }),
  })
}

/** Over TLS, and slow: an order is PROCESSING for a while, and is debited when it settles. */
export function slowService(
  tls: Make['tls'] & object,
  settlesAfterMs = 2_500,
  speaks: Speaks = 'its own',
): Promise<Service> {
  return made({
    dialect: speaks === 'its own' ? POSTED : USUAL,
    prices: new Map([
      ['EU/10', 1050],
      ['EU 25', 2500],
      ['EU-50', 5000],
    ]),
    ...{ tls, settlesAfterMs, lagMs: 0, perSecond: Number.POSITIVE_INFINITY, served: 202 },
    secret: () => ({ pins: [1234, 5678] }),
  })
}

/** Two replicas behind one address, the second some milliseconds behind in what it reads; and a rate limit. */
export function replicatedService(perSecond = 200, lagMs = 30, speaks: Speaks = 'its own'): Promise<Service> {
  return made({
    dialect: speaks === 'its own' ? VERSIONED : USUAL,
    prices: new Map([
      ['usd-5', 500],
      ['usd-50', 5000],
    ]),
    ...{ settlesAfterMs: 0, lagMs, perSecond, served: 200 },
    secret: () => ({ voucher: { code: randomUUID() } }),
  })
}

type Order = { readonly reference: string; readonly sku: string; readonly at: number }

async function made(make: Make): Promise<Service> {
  const { dialect, prices, settlesAfterMs, lagMs, served, secret, tls } = make
  const key = `pk_test_${randomUUID().replaceAll('-', '')}`
  const orders = new Map<string, Order>()
  const ledger: Booked[] = []
  const asked = new Set<string>()
  const isAllowed = rateLimit(make.perSecond)
  let turn = 0
  const summary = (order: Order) =>
    Date.now() - order.at < settlesAfterMs
      ? { status: 'PROCESSING', pollAfterSeconds: 1 }
      : { status: dialect.settled, ...secret() }
  const answerTo = (request: IncomingMessage, text: string): [number, Record<string, unknown>] => {
    const { method = '', url = '', headers } = request
    turn += 1
    const seenUntil = Date.now() - (turn % 2 === 0 ? lagMs : 0)
    asked.add(`${method} ${url.split('?')[0]}`)
    const { no } = dialect
    if (!dialect.isKey(headers, key)) return [no.key, {}]
    if (!isAllowed()) return [no.rate, {}]
    const call = `${method} ${url}`
    if (call === 'GET /ping') return [200, dialect.ping]
    if (call === 'GET /products') return [200, dialect.catalogue([...prices.keys()])]
    const priced = /^GET \/products\/([^/]+)\/price$/.exec(call)?.[1]
    if (priced !== undefined) {
      const price = prices.get(decodeURIComponent(priced))
      return price === undefined ? [no.found, {}] : [200, dialect.price(price)]
    }
    if (call === 'GET /balance') {
      const debited = [...orders.values()].filter(({ at }) => at + settlesAfterMs <= seenUntil)
      return [
        200,
        dialect.balance(debited.reduce((left, { sku }) => left - (prices.get(sku) ?? 0), 100_000_000)),
      ]
    }
    if (call === 'POST /orders') {
      const fields = fieldsOf(text)
      if (fields === undefined) return [no.body, {}]
      const { partnerReference: reference, sku } = fields
      if (!prices.has(sku)) return [no.found, {}]
      const known = orders.get(reference)
      if (known !== undefined && known.sku !== sku) return [no.conflict, {}]
      const order = known ?? { reference, sku, at: Date.now() }
      orders.set(reference, order)
      ledger.push({ reference, sku, isNew: known === undefined })
      return [served, { order: { order: summary(order) }, receipt: randomUUID() }]
    }
    const [lookupMethod, path] = dialect.lookup
    const wanted = method === lookupMethod ? path.exec(url)?.[1] : undefined
    const order = wanted === undefined ? undefined : orders.get(decodeURIComponent(wanted))
    return order === undefined || order.at > seenUntil ? [no.found, {}] : [200, { order: summary(order) }]
  }
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const [status, data] = answerTo(request, text)
    const isServed = status < 300
    const type = isServed || dialect === QUERY ? 'application/json' : 'application/problem+json'
    response.writeHead(status, {
      'content-type': type,
      ...(status === dialect.no.rate && { 'retry-after': '1' }),
    })
    response.end(JSON.stringify(isServed ? { data } : dialect.refusal(status)))
  }
  const server = tls === undefined ? createServer(listener) : createSafeServer(tls, listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, key, profile: dialect.profile, skus: [...prices.keys()], ledger, asked, close }
}

function rateLimit(perSecond: number): () => boolean {
  let left = perSecond
  let filledAt = Date.now()
  return () => {
    const now = Date.now()
    if (perSecond !== Number.POSITIVE_INFINITY)
      left = Math.min(perSecond, left + ((now - filledAt) * perSecond) / 1000)
    filledAt = now
    left -= left >= 1 ? 1 : 0
    return left >= 1 || perSecond === Number.POSITIVE_INFINITY
  }
}

function fieldsOf(text: string): { readonly partnerReference: string; readonly sku: string } | undefined {
  try {
    const body = JSON.parse(text)
    const isOrder =
      Object.keys(body).sort().join() === 'partnerReference,sku' && typeof body.partnerReference === 'string'
    return isOrder ? body : undefined
  } catch {
    return undefined
  }
}
