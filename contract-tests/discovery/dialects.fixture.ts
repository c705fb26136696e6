import type { Dialect, RefusalKind } from './independent-server.fixture.ts'

const STATUSES: Readonly<Record<RefusalKind, readonly [status: number, code: string]>> = {
  unauthenticated: [403, 'KEY_UNKNOWN'],
  notFound: [410, 'NO_SUCH_THING'],
  invalidBody: [400, 'BODY_NOT_UNDERSTOOD'],
  conflict: [412, 'REFERENCE_TAKEN'],
  insufficient: [420, 'TOO_LITTLE'],
}

/** Money in cents, its own header, a nested catalogue, and misleading fields in every likely place. */
export const CENTS: Dialect = {
  cards: { 'GAME/50': 5000, 'MUSIC-10': 1000, 'BOOK 25': 2500, 'SOLD-OUT-5': 3900 },
  openingBalance: 500_000,
  keyOf: ({ 'x-partner-key': key }) => (typeof key === 'string' ? key : undefined),
  lookedUp: ({ pathname }) => {
    const reference = /\/orders\/by-reference\/([^/]+)$/.exec(pathname)?.[1]
    return reference === undefined ? undefined : decodeURIComponent(reference)
  },
  ping: {
    meta: { requestId: 'r-1', mode: 'sync' },
    data: {
      region: 'eu-1',
      database: { status: 'ok' },
      service: { status: 'ok', mode: 'TEST', build: 812, cache: { status: 'warm', mode: 'read-through' } },
    },
  },
  catalogue: (skus) => ({
    data: {
      catalogue: {
        brands: ['Acme', 'Globex', 'Initech', 'Umbrella', 'Hooli'].map((name, id) => ({ id, name })),
        featured: skus.slice(0, 1).map((sku) => ({ sku })),
        items: skus.map((sku) => ({ sku, brand: { name: 'Acme' }, faceValue: 99_999, tags: [{ id: 1 }] })),
        page: { number: 1, total: skus.length },
      },
    },
  }),
  price: (sku, units) => ({
    data: {
      quote: {
        sku,
        fee: { amount: 35, value: 35, currency: 'USD' },
        market: 'DEU',
        unitPrice: { value: units, currency: 'EUR', taxRate: 19 },
        faceValue: { value: 99_999, currency: 'EUR' },
        validForSeconds: 300,
      },
    },
  }),
  balance: (units) => ({
    data: {
      account: {
        number: 4_711,
        creditLimit: { value: 1_000_000, currency: 'EUR' },
        available: { value: units, currency: 'EUR' },
        reserved: { value: 12_345, currency: 'EUR' },
        updatedAt: 1_763_000_000,
      },
    },
  }),
  settled: (sku) => (sku.startsWith('SOLD-OUT') ? 'REJECTED' : 'ISSUED'),
  purchase: (summary) => ({
    data: { order: { id: 'o-1', status: 'accepted', order: { ...summary, channel: 'api' } } },
  }),
  lookup: (summary) => ({
    data: { order: { ...summary, order: { id: 'o-1', status: 'archived' }, card: { status: 'inactive' } } },
  }),
  refusal: (kind) => {
    const [status, code] = STATUSES[kind]
    return [status, { error: { code, message: `Refused: ${kind}.`, trace: [1, 2] }, data: null }]
  },
  decoy: ({ pathname, search }, latest) => {
    // A list that ignores parameters, and always shows the latest order.
    if (pathname.endsWith('/orders') && search !== '') return { data: { order: latest, total: 1 } }
    if (pathname.includes('/orders/SHOP')) return { data: { order: { id: 'o-1' }, status: 'ok' } }
    return undefined
  },
}

const PROBLEMS = { unauthenticated: 401, notFound: 404, invalidBody: 422, conflict: 409, insufficient: 420 }

/** Money in decimals, its own scheme, and no currency next to a price. */
export const DECIMALS: Dialect = {
  cards: { 'CARD-A': 12.5, 'CARD-B': 40, 'CARD-C': 7.25 },
  openingBalance: 1000,
  keyOf: ({ authorization }) => /^Token (\S+)$/.exec(authorization ?? '')?.[1],
  lookedUp: ({ pathname, searchParams }) =>
    pathname.endsWith('/orders') ? (searchParams.get('reference') ?? undefined) : undefined,
  ping: { data: { status: 'ok', environment: { mode: 'TEST', since: 2019 }, queue: { status: 'ok' } } },
  catalogue: (skus) => ({
    data: { list: skus.map((sku) => ({ sku, label: sku.toLowerCase() })), next: null },
  }),
  price: (sku, units) => ({ data: { product: { sku, cost: units, discountPercent: 2.5 }, stock: 12 } }),
  balance: (units) => ({ data: { funds: units, pendingFunds: 3.5, unit: 'CHF', branch: 'ZRH' } }),
  settled: () => 'ISSUED',
  purchase: (summary) => ({ data: { order: { order: summary } } }),
  lookup: (summary) => ({ data: { order: { ...summary, history: [{ status: 'CREATED' }] } } }),
  refusal: (kind) => {
    const status = PROBLEMS[kind]
    const type = `https://operator.example/problems/${kind}`
    return [status, { type, title: 'Refused', status, detail: `Refused: ${kind}.`, instance: '/1' }]
  },
}
