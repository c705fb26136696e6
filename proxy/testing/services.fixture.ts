/**
 * Three services of other makes, written from the reference alone, in plain node: they share no code with the kit, and
 * answer every gap of the reference in another way.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSafeServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A purchase that a service was sent, and whether it made a card of it. */
export type Booked = { readonly reference: string; readonly sku: string; readonly isNew: boolean }

/** A service that listens. */
export type Service = {
  readonly url: string
  readonly key: string
  /** What it answers to the gaps, as a partial profile. */
  readonly profile: Record<string, unknown>
  readonly skus: readonly string[]
  /** Every purchase that arrived with its key and was served, in order. */
  readonly ledger: readonly Booked[]
  /** Every path that was asked for. */
  readonly asked: Set<string>
  close(): Promise<void>
}

type Order = { readonly reference: string; readonly sku: string; readonly at: number }

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function fieldsOf(text: string): { partnerReference: string; sku: string } | null {
  try {
    const body = JSON.parse(text)
    const names = Object.keys(body).sort().join()
    if (names !== 'partnerReference,sku' || typeof body.partnerReference !== 'string') return null
    return body
  } catch {
    return null
  }
}

async function listen(listener: RequestListener, tls?: { cert: string; key: string }) {
  const server = tls === undefined ? createServer(listener) : createSafeServer(tls, listener)
  server.keepAliveTimeout = 5_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, close }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Settles at once, in minor units of a currency without decimals; its lookup is a query, its key a header of its own. */
export async function plainService(): Promise<Service> {
  const key = `pk_test_plain${randomUUID().replaceAll('-', '')}`
  const prices = new Map([
    ['YEN-500', 500],
    ['YEN-1000', 1000],
    ['YEN-90', 90],
  ])
  const orders = new Map<string, Order>()
  const ledger: Booked[] = []
  const asked = new Set<string>()
  let balance = 100_000_000
  const summary = ({ reference, sku }: Order) => ({
    partnerReference: reference,
    sku,
    status: 'DONE',
    cardCode: `CODE-${randomUUID()}`,
  })
  const problem = (response: ServerResponse, status: number, code: string) =>
    json(response, status, { error: { code, message: 'Sorry.' } })
  const { url, close } = await listen(async (request, response) => {
    const text = await textOf(request)
    const { pathname, searchParams } = new URL(`http://x${request.url}`)
    asked.add(`${request.method} ${pathname}`)
    if (request.headers['x-partner-key'] !== key) return problem(response, 403, 'who-are-you')
    const [, first, sku = '', third] = pathname.split('/')
    if (request.method === 'GET' && pathname === '/ping')
      return json(response, 200, { data: { status: 'ok', mode: 'TEST', version: 7 } })
    if (request.method === 'GET' && pathname === '/products')
      return json(response, 200, {
        data: { list: [...prices.keys()].map((one) => ({ sku: one, title: `Card ${one}` })) },
      })
    if (request.method === 'GET' && first === 'products' && third === 'price') {
      const price = prices.get(decodeURIComponent(sku))
      return price === undefined
        ? problem(response, 410, 'no-card')
        : json(response, 200, { data: { cost: price } })
    }
    if (request.method === 'GET' && pathname === '/balance')
      return json(response, 200, { data: { left: balance } })
    if (request.method === 'POST' && pathname === '/orders') {
      const fields = fieldsOf(text)
      if (fields === null) return problem(response, 400, 'bad-order')
      const { partnerReference: reference, sku: card } = fields
      const price = prices.get(card)
      if (price === undefined) return problem(response, 410, 'no-card')
      const known = orders.get(reference)
      if (known !== undefined && known.sku !== card) return problem(response, 406, 'other-card')
      const order = known ?? { reference, sku: card, at: Date.now() }
      orders.set(reference, order)
      ledger.push({ reference, sku: card, isNew: known === undefined })
      if (known === undefined) balance -= price
      return json(response, 201, { data: { order: { order: summary(order) } } })
    }
    if (request.method === 'GET' && pathname === '/orders') {
      const order = orders.get(searchParams.get('ref') ?? '')
      return order === undefined
        ? problem(response, 410, 'no-order')
        : json(response, 203, { data: { order: summary(order) } })
    }
    problem(response, 410, 'no-page')
  })
  const profile = {
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
  }
  return { url, key, profile, skus: [...prices.keys()], ledger, asked, close }
}

/** Over TLS, and slow: an order is PROCESSING for a while, and is debited when it settles. Its lookup is a POST. */
export async function slowService(
  tls: { cert: string; key: string },
  settlesAfterMs = 2_500,
): Promise<Service> {
  const key = `pk_test_slow${randomUUID().replaceAll('-', '')}`
  const prices = new Map([
    ['EU/10', 10.5],
    ['EU 25', 25],
  ])
  const orders = new Map<string, Order>()
  const ledger: Booked[] = []
  const asked = new Set<string>()
  const opening = 1_000_000
  const isSettled = ({ at }: Order) => Date.now() - at >= settlesAfterMs
  const summary = (order: Order) =>
    isSettled(order)
      ? { state: 1, status: 'delivered', pin: '1234-5678' }
      : { status: 'PROCESSING', pollAfterSeconds: 1 }
  const no = (response: ServerResponse, status: number, title: string) =>
    json(
      response,
      status,
      { type: 'about:blank', title, status, detail: title },
      { 'content-type': 'application/problem+json' },
    )
  const { url, close } = await listen(async (request, response) => {
    const text = await textOf(request)
    const path = request.url ?? ''
    asked.add(`${request.method} ${path.split('?')[0]}`)
    if (request.headers.authorization !== `Token token="${key}"`) return no(response, 401, 'no key')
    const call = `${request.method} ${path}`
    const price = /^GET \/products\/([^/]+)\/price$/.exec(call)?.[1]
    const lookup = /^POST \/order-status\/([^/]+)$/.exec(call)?.[1]
    if (call === 'GET /ping')
      return json(response, 200, { data: { service: { status: 'ok', mode: 'TEST' } } })
    if (call === 'GET /products')
      return json(response, 200, { data: { shop: { cards: [...prices.keys()].map((sku) => ({ sku })) } } })
    if (price !== undefined) {
      const amount = prices.get(decodeURIComponent(price))
      return amount === undefined
        ? no(response, 404, 'no card')
        : json(response, 200, { data: { price: { amount, currency: 'EUR' } } })
    }
    if (call === 'GET /balance') {
      const spent = [...orders.values()]
        .filter(isSettled)
        .reduce((sum, { sku }) => sum + (prices.get(sku) ?? 0), 0)
      return json(response, 200, { data: { accounts: [{ amount: opening - spent, currency: 'EUR' }] } })
    }
    if (call === 'POST /orders') {
      const fields = fieldsOf(text)
      if (fields === null) return no(response, 422, 'two fields')
      const { partnerReference: reference, sku } = fields
      if (!prices.has(sku)) return no(response, 404, 'no card')
      const known = orders.get(reference)
      if (known !== undefined && known.sku !== sku) return no(response, 409, 'another card')
      const order = known ?? { reference, sku, at: Date.now() }
      orders.set(reference, order)
      ledger.push({ reference, sku, isNew: known === undefined })
      return json(response, 202, { data: { order: { order: summary(order) }, receipt: randomUUID() } })
    }
    if (lookup !== undefined) {
      const order = orders.get(decodeURIComponent(lookup))
      return order === undefined
        ? no(response, 404, 'no order')
        : json(response, 200, { data: { order: summary(order) } })
    }
    no(response, 404, 'nothing here')
  }, tls)
  const profile = {
    auth: { header: 'Authorization', format: 'Token token="{key}"' },
    ping: { status: '/data/service/status', mode: '/data/service/mode' },
    lookup: { method: 'POST', path: '/order-status/{partnerReference}' },
    products: { pointer: '/data/shop/cards' },
    price: { amount: '/data/price/amount', currency: '/data/price/currency' },
    balance: { amount: '/data/accounts/0/amount', currency: '/data/accounts/0/currency' },
    money: { format: 'decimal-number', currency: 'EUR' },
    states: { success: ['delivered'], failure: ['rejected'] },
  }
  return { url, key, profile, skus: [...prices.keys()], ledger, asked, close }
}

/** Two replicas behind one address, the second some milliseconds behind in what it reads; and a rate limit. */
export async function replicatedService(perSecond = 200, lagMs = 30): Promise<Service> {
  const key = `pk_test_two${randomUUID().replaceAll('-', '')}`
  const prices = new Map([
    ['usd-5', '5.00'],
    ['usd-50', '50.00'],
  ])
  const orders = new Map<string, Order>()
  const ledger: Booked[] = []
  const asked = new Set<string>()
  let turn = 0
  let tokens = perSecond
  let refilledAt = Date.now()
  const isAllowed = () => {
    const now = Date.now()
    tokens = Math.min(perSecond, tokens + ((now - refilledAt) * perSecond) / 1000)
    refilledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  const no = (response: ServerResponse, status: number, title: string, headers = {}) =>
    json(response, status, { type: `urn:x:${status}`, title, status, detail: title }, headers)
  const { url, close } = await listen(async (request, response) => {
    const text = await textOf(request)
    const isBehind = (turn++ & 1) === 1
    const seenUntil = Date.now() - (isBehind ? lagMs : 0)
    const path = request.url ?? ''
    asked.add(`${request.method} ${path.split('?')[0]}`)
    if (request.headers['x-api-key'] !== `Key ${key}`) return no(response, 401, 'no key')
    if (!isAllowed()) return no(response, 429, 'slowly', { 'retry-after': '1' })
    const call = `${request.method} ${path}`
    const price = /^GET \/products\/([^/]+)\/price$/.exec(call)?.[1]
    const lookup = /^GET \/v1\/purchases\/([^/]+)\/state$/.exec(call)?.[1]
    if (call === 'GET /ping')
      return json(response, 200, { data: { status: 'ok', mode: 'TEST', replica: isBehind ? 2 : 1 } })
    if (call === 'GET /products')
      return json(response, 200, {
        data: { products: [...prices.keys()].map((sku) => ({ sku, stock: null })) },
      })
    if (price !== undefined) {
      const amount = prices.get(decodeURIComponent(price))
      return amount === undefined
        ? no(response, 404, 'no card')
        : json(response, 200, { data: { price: { amount, currency: 'USD' } } })
    }
    if (call === 'GET /balance') {
      const seen = [...orders.values()].filter(({ at }) => at <= seenUntil)
      const cents =
        500_000_000 - seen.reduce((sum, { sku }) => sum + Math.round(Number(prices.get(sku)) * 100), 0)
      return json(response, 200, { data: { balance: { amount: (cents / 100).toFixed(2), currency: 'USD' } } })
    }
    if (call === 'POST /orders') {
      const fields = fieldsOf(text)
      if (fields === null) return no(response, 422, 'two fields')
      const { partnerReference: reference, sku } = fields
      if (!prices.has(sku)) return no(response, 404, 'no card')
      const known = orders.get(reference)
      if (known !== undefined && known.sku !== sku) return no(response, 409, 'another card')
      const order = known ?? { reference, sku, at: Date.now() }
      orders.set(reference, order)
      ledger.push({ reference, sku, isNew: known === undefined })
      return json(response, 200, {
        data: {
          order: {
            order: { status: 'COMPLETED', partnerReference: reference, sku, voucher: { code: randomUUID() } },
          },
        },
      })
    }
    if (lookup !== undefined) {
      const order = orders.get(decodeURIComponent(lookup))
      return order === undefined || order.at > seenUntil
        ? no(response, 404, 'no order')
        : json(response, 200, {
            data: { order: { status: 'COMPLETED', partnerReference: order.reference, sku: order.sku } },
          })
    }
    no(response, 404, 'nothing here')
  })
  const profile = {
    auth: { header: 'X-Api-Key', format: 'Key {key}' },
    lookup: { method: 'GET', path: '/v1/purchases/{partnerReference}/state' },
    money: { format: 'decimal-string', currency: 'USD' },
  }
  return { url, key, profile, skus: [...prices.keys()], ledger, asked, close }
}
