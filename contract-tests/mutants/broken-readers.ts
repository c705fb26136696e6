import type { BrokenServer } from './broken-server.ts'
import { edit, type Middleware, refusal, refuseAll } from './middleware.ts'

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
    name: 'the balance is null',
    breaks: 'balance-readable',
    change: () => edit('getBalance', () => ({ data: { balance: null } })),
  },
  {
    name: 'a price has empty data',
    breaks: 'price-per-sku',
    change: () => edit('getPrice', () => ({ data: {} })),
  },
  {
    name: 'the balance is not there',
    breaks: 'balance-readable',
    change: () => refuseAll('getBalance', 404),
  },
  {
    name: 'the balance is served to a key with a character more',
    breaks: 'key-required',
    change: comparesBeginnings,
  },
  {
    name: 'ping says degraded once a card was bought',
    breaks: 'ping-ok',
    change: () =>
      onceBought(edit('ping', (body) => ({ data: { ...(body as Data).data, status: 'degraded' } }))),
  },
  {
    name: 'the mode is LIVE once a card was bought',
    breaks: 'ping-mode-test',
    change: () => onceBought(edit('ping', (body) => ({ data: { ...(body as Data).data, mode: 'LIVE' } }))),
  },
  {
    name: 'one product has no sku once a card was bought',
    breaks: 'product-has-sku',
    change: () => onceBought(editLastProduct(({ sku, ...rest }) => ({ ...rest, code: sku }))),
  },
  {
    name: 'the catalogue is a bare array once a card was bought',
    breaks: 'data-envelope',
    change: () => onceBought(edit('listProducts', (body) => (body as Catalogue).data.products)),
  },
  {
    name: 'no price is found once a card was bought',
    breaks: 'price-per-sku',
    change: () => onceBought(refuseAll('getPrice', 404)),
  },
  {
    name: 'the balance fails once a card was bought',
    breaks: 'balance-readable',
    change: () => onceBought(refuseAll('getBalance', 500)),
  },
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

function onceBought(change: Middleware): Middleware {
  let isBought = false
  return async (request, forward, operation) => {
    const response = await (isBought ? change(request, forward, operation) : forward(request))
    isBought ||= operation === 'createOrder' && response.ok
    return response
  }
}

function editLastProduct(change: (product: Record<string, unknown>) => unknown) {
  return edit('listProducts', (body) => {
    const { products } = (body as Catalogue).data
    return { data: { products: [...products.slice(0, -1), ...products.slice(-1).map(change)] } }
  })
}
