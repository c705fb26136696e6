import { type Decisions, GOOD, type PlainRequest } from '../client/decisions.ts'
import { alike, blamed, type Mistake } from './mistake.ts'

const FIELDS = 'exactly-two-fields'
const SHAPE = 'stable-reference'
const EACH_PURCHASE = ['always', 'first', 'second', 'together'] as const

const withReference = (reference: (purchase: number) => string): Partial<Decisions> => ({
  order: (facts) => ({ ...GOOD.order(facts), partnerReference: reference(facts.purchase) }),
})

/** Changes the request of a purchase, and leaves other requests as they are. */
const purchaseWith =
  (change: (request: PlainRequest) => PlainRequest): Decisions['request'] =>
  (_, request) =>
    request.operation === 'purchase' ? change(request) : request

/** Mistakes in the body and the reference of a purchase. */
export const SENDING: readonly Mistake[] = [
  ...alike(blamed(FIELDS, ...EACH_PURCHASE), {
    'sends a quantity': { body: (_, order) => JSON.stringify({ ...order, quantity: 1 }) },
    'sends a third field that is null': { body: (_, order) => JSON.stringify({ ...order, note: null }) },
    'sends the SKU as a number': {
      body: (_, { partnerReference }) => JSON.stringify({ partnerReference, sku: 7 }),
    },
    'sends the SKU twice': {
      body: (_, order) => JSON.stringify(order).replace('}', `,"sku":${JSON.stringify(order.sku)}}`),
    },
    'sends the reference twice, with two values': {
      body: (_, order) => JSON.stringify(order).replace('{', '{"partnerReference":"SHOP:other",'),
    },
    'sends a quantity in the query': {
      request: purchaseWith((request) => ({ ...request, path: `${request.path}?quantity=5` })),
    },
    'wraps the order': { body: (_, order) => JSON.stringify({ order }) },
    'leaves the reference out': { body: (_, { sku }) => JSON.stringify({ sku }) },
    'sends a list': { body: (_, order) => JSON.stringify([order]) },
    'sends a form': { body: (_, order) => new URLSearchParams(order).toString() },
    'sends JSON as text/plain': {
      request: purchaseWith((request) => ({
        ...request,
        headers: { ...request.headers, 'content-type': 'text/plain' },
      })),
    },
  }),
  ...alike(blamed(SHAPE, ...EACH_PURCHASE), {
    'has a bare number for a reference': withReference((purchase) => `${1000 + purchase}`),
    'has a prefix without a label': withReference((purchase) => `SHOP${purchase}:`),
    'has a random id for a reference': withReference(
      (purchase) => `0b1e6f9c-5a1f-4a8e-9a53-3a6f6c6e2d1${purchase}`,
    ),
    'has a label without a prefix': withReference((purchase) => `:1001-${purchase}`),
  }),
  {
    says: 'looks up a reference in another case',
    change: {
      request: (_, request) =>
        request.operation === 'lookup' ? { ...request, path: request.path.toLowerCase() } : request,
    },
    cells: blamed(SHAPE, 'lostBefore', 'lostAfter', 'unavailableAfter', 'processing', 'secondPoll'),
  },
  {
    says: 'does not encode its reference in the path',
    change: {
      request: (_, request) =>
        request.operation === 'lookup' ? { ...request, path: decodeURIComponent(request.path) } : request,
    },
    needs: withReference((purchase) => `SHOP:2026/${purchase}`),
    cells: {
      ...blamed(SHAPE, 'lostBefore', 'lostAfter', 'processing', 'secondPoll'),
      ...blamed([SHAPE, 'follows-until-settled'], 'always'),
    },
  },
  {
    says: 'has one reference for both purchases',
    change: withReference(() => 'SHOP:1001-1'),
    cells: blamed('one-reference-per-purchase', 'always', 'second', 'together'),
  },
]
