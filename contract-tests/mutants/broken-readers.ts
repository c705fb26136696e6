import { ALLOWLISTED_PARTNER } from '../../fixtures/partners.ts'
import type { BrokenServer } from './broken-server.ts'
import { edit, type Middleware, refusal, refuseAll } from './middleware.ts'

type Data = { data: Record<string, unknown> }
type Catalogue = { data: { products: Record<string, unknown>[] } }

const [ALLOWED_ADDRESS = ''] = ALLOWLISTED_PARTNER.allowlist ?? []

/** Servers that break what is read: ping, catalogue, price, balance, and who may read them. */
export const BROKEN_READERS: readonly BrokenServer[] = [
  {
    name: 'the balance stands beside data',
    breaks: 'data-envelope',
    change: () => edit('getBalance', (body) => ({ balance: (body as Data).data.balance })),
  },
  {
    name: 'the data of a ping is an array',
    breaks: 'data-envelope',
    change: () => edit('ping', (body) => ({ data: [body.data] })),
  },
  {
    name: 'the catalogue is a bare array',
    breaks: 'data-envelope',
    change: () => edit('listProducts', (body) => (body as Catalogue).data.products),
  },
  {
    name: 'a price answers without a body',
    breaks: 'data-envelope',
    change: () => async (request, forward, operation) => {
      const response = await forward(request)
      return operation === 'getPrice' && response.ok ? new Response(null, { status: 204 }) : response
    },
  },
  {
    name: 'ping says up',
    breaks: 'ping-ok',
    change: () => edit('ping', (body) => ({ data: { ...(body as Data).data, status: 'up' } })),
  },
  {
    name: 'ping has no status',
    breaks: 'ping-ok',
    change: () => edit('ping', () => ({ data: { mode: 'TEST' } })),
  },
  {
    name: 'ping is not there',
    breaks: 'ping-ok',
    change: () => refuseAll('ping', 404),
  },
  {
    name: 'ping fails',
    breaks: 'ping-ok',
    change: () => refuseAll('ping', 500),
  },
  {
    name: 'the mode is LIVE',
    breaks: 'ping-mode-test',
    change: () => edit('ping', () => ({ data: { status: 'ok', mode: 'LIVE' } })),
  },
  {
    name: 'ping has no mode',
    breaks: 'ping-mode-test',
    change: () => edit('ping', () => ({ data: { status: 'ok' } })),
  },
  {
    name: 'one product has no sku',
    breaks: 'product-has-sku',
    change: () => editLastProduct(({ sku, ...rest }) => ({ ...rest, code: sku })),
  },
  {
    name: 'one sku is a number',
    breaks: 'product-has-sku',
    change: () => editLastProduct((product) => ({ ...product, sku: 25 })),
  },
  {
    name: 'one sku is empty',
    breaks: 'product-has-sku',
    change: () => editLastProduct((product) => ({ ...product, sku: '' })),
  },
  {
    name: 'one product is a bare sku',
    breaks: 'product-has-sku',
    change: () => editLastProduct((product) => product.sku),
  },
  {
    name: 'no price is found',
    breaks: 'price-per-sku',
    change: () => refuseAll('getPrice', 404),
  },
  {
    name: 'one price is missing',
    breaks: 'price-per-sku',
    change: () => async (request, forward) =>
      request.url.includes('SCENARIO-AT-ONCE/price') ? refusal(404) : forward(request),
  },
  {
    name: 'the balance fails',
    breaks: 'balance-readable',
    change: () => refuseAll('getBalance', 500),
  },
  {
    name: 'the balance is not there',
    breaks: 'balance-readable',
    change: () => refuseAll('getBalance', 404),
  },
  {
    name: 'no key is asked for',
    breaks: 'key-required',
    change: () => overlookingKeys((value) => value === null),
  },
  {
    name: 'any key will do',
    breaks: 'key-required',
    change: () => overlookingKeys((value) => value !== null && !value.startsWith('Bearer pk_test_')),
  },
  {
    name: 'a purchase needs no key',
    breaks: 'key-required',
    change: () => overlookingKeys((value, { method }) => method === 'POST' && value === null),
  },
  {
    name: 'a lookup needs no key',
    breaks: 'key-required',
    change: () =>
      overlookingKeys(
        (value, { method, url }) => method === 'GET' && url.includes('/orders/') && value === null,
      ),
  },
  {
    name: 'every address is allowed',
    breaks: 'ip-allowlist',
    change: () => async (request, forward) => forward(request, { address: ALLOWED_ADDRESS }),
  },
  {
    name: 'every address may read the catalogue',
    breaks: 'ip-allowlist',
    change: () => async (request, forward, operation) =>
      forward(request, operation === 'listProducts' ? { address: ALLOWED_ADDRESS } : {}),
  },
]

function editLastProduct(change: (product: Record<string, unknown>) => unknown) {
  return edit('listProducts', (body) => {
    const { products } = (body as Catalogue).data
    return { data: { products: [...products.slice(0, -1), ...products.slice(-1).map(change)] } }
  })
}

/** Forwards in the name of the partner that called last, where a request's own key is one to be overlooked. */
function overlookingKeys(isOverlooked: (value: string | null, request: Request) => boolean): Middleware {
  let last = 'Bearer pk_test_somebody'
  return async (request, forward) => {
    const value = request.headers.get('Authorization')
    if (!isOverlooked(value, request)) {
      last = value?.startsWith('Bearer pk_test_') ? value : last
      return forward(request)
    }
    const headers = new Headers(request.headers)
    headers.set('Authorization', last)
    headers.delete('content-length')
    const body = request.method === 'POST' ? await request.text() : null
    return forward(new Request(request.url, { method: request.method, headers, body }))
  }
}
