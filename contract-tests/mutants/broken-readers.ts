import { type BrokenServer, broken } from './broken-server.ts'
import { edit, type Middleware, refusal, refuseAll } from './middleware.ts'

type Data = { data: Record<string, unknown> }
type Catalogue = { data: { products: Record<string, unknown>[] } }

/** Servers that are wrong in reads: ping, catalogue, price and balance. */
export const BROKEN_READERS: readonly BrokenServer[] = [
  broken('data-envelope', 'the balance stands beside data', () =>
    edit('getBalance', (body) => ({ balance: (body as Data).data.balance })),
  ),
  broken('data-envelope', 'the data of a ping is an array', () =>
    edit('ping', (body) => ({ data: [body.data] })),
  ),
  broken('data-envelope', 'a price answers without a body', () => async (request, forward, operation) => {
    const response = await forward(request)
    return operation === 'getPrice' && response.ok ? new Response(null, { status: 204 }) : response
  }),
  broken('ping-ok', 'ping says up', () => editPing({ status: 'up' })),
  broken('ping-ok', 'ping is not there', () => refuseAll('ping', 404)),
  broken('ping-ok', 'ping fails', () => refuseAll('ping', 500)),
  broken('ping-mode-test', 'the mode is LIVE', () => editPing({ mode: 'LIVE' })),
  broken('ping-mode-test', 'ping has no mode', () => edit('ping', () => ({ data: { status: 'ok' } }))),
  broken('product-has-sku', 'one product has no sku', () =>
    editLastProduct(({ sku, ...rest }) => ({ ...rest, code: sku })),
  ),
  broken('product-has-sku', 'one sku is a number', () => editLastProduct((one) => ({ ...one, sku: 25 }))),
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
  broken('price-per-sku', 'a price names another card', () =>
    edit('getPrice', ({ data }) => ({ data: { ...(data as object), sku: 'SCENARIO-AT-ONCE' } })),
  ),
  broken('balance-readable', 'the balance is not there', () => refuseAll('getBalance', 404)),
  broken('key-required', 'the balance is served to a key with a character more', comparesBeginnings),
]

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

function editPing(wrong: object): Middleware {
  return edit('ping', (body) => ({ data: { ...(body as Data).data, ...wrong } }))
}

function editLastProduct(change: (product: Record<string, unknown>) => unknown) {
  return edit('listProducts', (body) => {
    const { products } = (body as Catalogue).data
    return { data: { products: [...products.slice(0, -1), ...products.slice(-1).map(change)] } }
  })
}
