import type { BrokenServer } from './broken-server.ts'
import { edit, refusal, refuseAll } from './middleware.ts'

type Data = { data: Record<string, unknown> }
type Catalogue = { data: { products: Record<string, unknown>[] } }

/** Servers that are wrong in reads: ping, catalogue, price and balance. */
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
]

function editLastProduct(change: (product: Record<string, unknown>) => unknown) {
  return edit('listProducts', (body) => {
    const { products } = (body as Catalogue).data
    return { data: { products: [...products.slice(0, -1), ...products.slice(-1).map(change)] } }
  })
}
