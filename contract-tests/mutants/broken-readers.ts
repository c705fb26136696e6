import { type BrokenServer, broken } from './broken-server.ts'
import { edit, lookedUpReference, type Middleware, purchaseIn, refusal, refuseAll } from './middleware.ts'

type Data = { data: Record<string, unknown> }
type Catalogue = { data: { products: Record<string, unknown>[] } }

const ALWAYS: readonly BrokenServer[] = [
  broken('data-envelope', 'the balance stands beside data', () =>
    edit('getBalance', (body) => ({ balance: (body as Data).data.balance })),
  ),
  broken('data-envelope', 'the data of a ping is an array', () =>
    edit('ping', (body) => ({ data: [body.data] })),
  ),
  broken('data-envelope', 'the catalogue is a bare array', () =>
    edit('listProducts', (body) => (body as Catalogue).data.products),
  ),
  broken('data-envelope', 'a price answers without a body', () => async (request, forward, operation) => {
    const response = await forward(request)
    return operation === 'getPrice' && response.ok ? new Response(null, { status: 204 }) : response
  }),
  broken('ping-ok', 'ping says up', () => editPing({ status: 'up' })),
  broken('ping-ok', 'ping has no status', () => edit('ping', () => ({ data: { mode: 'TEST' } }))),
  broken('ping-ok', 'ping is not there', () => refuseAll('ping', 404)),
  broken('ping-ok', 'ping fails', () => refuseAll('ping', 500)),
  broken('ping-mode-test', 'the mode is LIVE', () => editPing({ mode: 'LIVE' })),
  broken('ping-mode-test', 'ping has no mode', () => edit('ping', () => ({ data: { status: 'ok' } }))),
  broken('product-has-sku', 'one product has no sku', () =>
    editLastProduct(({ sku, ...rest }) => ({ ...rest, code: sku })),
  ),
  broken('product-has-sku', 'one sku is a number', () => editLastProduct((one) => ({ ...one, sku: 25 }))),
  broken('product-has-sku', 'one sku is empty', () => editLastProduct((one) => ({ ...one, sku: '' }))),
  broken('product-has-sku', 'one product is a bare sku', () => editLastProduct(({ sku }) => sku)),
  broken('price-per-sku', 'no price is found', () => refuseAll('getPrice', 404)),
  broken(
    'price-per-sku',
    'one price is missing',
    () => async (request, forward) =>
      request.url.includes('SCENARIO-AT-ONCE/price') ? refusal(404) : forward(request),
  ),
  broken(
    'price-per-sku',
    'one price fails',
    () => async (request, forward) =>
      request.url.includes('SCENARIO-AT-ONCE/price') ? refusal(500) : forward(request),
  ),
  broken('balance-readable', 'the balance fails', () => refuseAll('getBalance', 500)),
  broken('balance-readable', 'the balance is null', () =>
    edit('getBalance', () => ({ data: { balance: null } })),
  ),
  broken('price-per-sku', 'a price names another card', () =>
    edit('getPrice', ({ data }) => ({ data: { ...(data as object), sku: 'SCENARIO-AT-ONCE' } })),
  ),
  broken('price-per-sku', 'a price has empty data', () => edit('getPrice', () => ({ data: {} }))),
  broken('balance-readable', 'the balance is not there', () => refuseAll('getBalance', 404)),
  broken('key-required', 'the balance is served to a key with a character more', comparesBeginnings),
]

/** What is right at first, and wrong once a card was bought. */
const LATER = [
  broken('balance-readable', 'the balance is refused (403)', () => refuseAll('getBalance', 403)),
  broken('ping-ok', 'ping says degraded', () => editPing({ status: 'degraded' })),
  ...[
    'the mode is LIVE',
    'one product has no sku',
    'the catalogue is a bare array',
    'no price is found',
    'the balance fails',
  ].flatMap((always) => ALWAYS.filter(({ name }) => name === always)),
].map(({ name, breaks, change }) =>
  broken(breaks, `${name} once a card was bought`, (clock) => onceBought(change(clock))),
)

/** Servers that are wrong in reads: ping, catalogue, price and balance. */
export const BROKEN_READERS: readonly BrokenServer[] = [
  ...ALWAYS,
  ...LATER,
  broken('ping-ok', 'ping says busy while an order is PROCESSING', whileProcessing),
]

function whileProcessing(): Middleware {
  const open = new Set<string>()
  const busy = editPing({ status: 'busy' })
  return async (request, forward, operation) => {
    if (operation === 'ping') return open.size > 0 ? busy(request, forward, operation) : forward(request)
    const reference = (await purchaseIn(request))?.partnerReference ?? lookedUpReference(request)
    const response = await forward(request)
    const text = await response.clone().text()
    if (text.includes('"PROCESSING"')) open.add(reference)
    else open.delete(reference)
    return response
  }
}

function comparesBeginnings(): Middleware {
  let known: string | undefined
  return async (request, forward, operation) => {
    const value = request.headers.get('authorization') ?? ''
    if (operation === 'getBalance' && known !== undefined && value.startsWith(known) && value !== known)
      return forward(new Request(request, { headers: { authorization: known } }))
    const response = await forward(request)
    if (response.ok) known ??= value
    return response
  }
}

function onceBought(change: Middleware): Middleware {
  let isBought = false
  return async (request, forward, operation) => {
    const response = await (isBought ? change(request, forward, operation) : forward(request))
    isBought ||= operation === 'createOrder' && response.ok
    return response
  }
}

function editPing(wrong: object): Middleware {
  return edit('ping', (body) => ({ data: { ...(body as Data).data, ...wrong } }))
}

function editLastProduct(change: (product: Record<string, unknown>) => unknown) {
  return edit('listProducts', (body) => {
    const { products } = (body as Catalogue).data
    return { data: { products: [...products.slice(0, -1), ...products.slice(-1).map(change)] } }
  })
}
