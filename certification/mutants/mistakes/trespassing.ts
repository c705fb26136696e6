import { TEST_KEY_PREFIX } from '../../../contract/wire/auth.ts'
import { type Decisions, GOOD, type PlainRequest } from '../client/decisions.ts'
import { alike, blamed, type Mistake } from './mistake.ts'

const KEY = 'key-stays-on-server'
const DOCUMENTED = 'documented-operations-only'

const MOMENTS = [
  'always',
  'crashed',
  'first',
  'second',
  'lostAfter',
  'unavailable',
  'processing',
  'secondPoll',
  'pollNotFound',
  'afterPollCut',
  'replayed',
  'crashedLater',
  'togetherLost',
  'secondLater',
] as const

const withHeaders = ({ headers, ...request }: PlainRequest, more: Record<string, string>): PlainRequest => ({
  ...request,
  headers: { ...headers, ...more },
})

const calls = (method: string, path: string): Partial<Decisions> => ({
  besides: () => [{ method, path, body: null }],
})

/** Mistakes in where a client sends its key, and in which operations it calls. */
export const TRESPASSING: readonly Mistake[] = [
  ...alike(blamed(KEY, ...MOMENTS), {
    'has its key in the query as well': {
      request: (_, request, key) => ({ ...request, path: `${request.path}?key=${key}` }),
    },
    'has its key in the query as well, percent-encoded': {
      request: (_, request, key) => ({ ...request, path: `${request.path}?key=${key.replace('p', '%70')}` }),
    },
    'has its key in hexadecimal in a header, without its prefix': {
      request: (_, request, key) =>
        withHeaders(request, { 'x-trace': Buffer.from(key.slice(TEST_KEY_PREFIX.length)).toString('hex') }),
    },
    'has its key in a second header as well': {
      request: (_, request, key) => withHeaders(request, { 'x-api-key': key }),
    },
    'has its key in a cookie as well': {
      request: (_, request, key) => withHeaders(request, { cookie: `session=${key}` }),
    },
    'sends the Origin of a web page': {
      request: (_, request) => withHeaders(request, { origin: 'https://shop.example' }),
    },
    'sends the Referer of a web page': {
      request: (_, request) => withHeaders(request, { referer: 'https://shop.example/' }),
    },
  }),
  {
    says: 'has its key in the reference',
    change: {
      request: (_, request, key) => ({
        ...request,
        body: request.body?.replace(/SHOP:/, `SHOP:${key}-`) ?? null,
      }),
    },
    cells: blamed(KEY, 'always', 'first', 'second', 'together'),
  },
  {
    says: 'has its key in the body',
    change: {
      request: (_, request, key) => ({
        ...request,
        body: request.body === null ? null : JSON.stringify({ ...JSON.parse(request.body), key }),
      }),
    },
    cells: blamed([KEY, 'exactly-two-fields'], 'always', 'first', 'second'),
  },
  {
    says: 'lists its orders',
    change: calls('GET', '/orders'),
    cells: blamed(DOCUMENTED, ...MOMENTS, 'settled', 'failed', 'refused'),
  },
  {
    says: 'cancels the order',
    change: {
      besides: (facts) => {
        const reference = encodeURIComponent(GOOD.order(facts).partnerReference)
        return [{ method: 'POST', path: `/orders/${reference}/cancel`, body: '{}' }]
      },
    },
    cells: blamed(DOCUMENTED, 'always', 'lostAfter', 'processing', 'pollNotFound', 'settled', 'failed'),
  },
  {
    says: 'requests a single product',
    change: { besides: ({ sku }) => [{ method: 'GET', path: `/products/${sku}`, body: null }] },
    cells: blamed(DOCUMENTED, 'always', 'first', 'second'),
  },
]
