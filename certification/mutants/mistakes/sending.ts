import { type Decisions, GOOD, type PlainRequest } from '../client/decisions.ts'
import { blamed, blamedAndRemarked, type Mistake } from './mistake.ts'

const FIELDS = 'exactly-two-fields'
const SHAPE = 'stable-reference'
const EACH_PURCHASE = ['always', 'first', 'second', 'together'] as const

const withReference = (reference: (purchase: number) => string): Partial<Decisions> => ({
  order: (facts) => ({ ...GOOD.order(facts), partnerReference: reference(facts.purchase) }),
})

/** A purchase whose request differs: other requests are as they were. */
const purchaseWith =
  (change: (request: PlainRequest) => PlainRequest): Decisions['request'] =>
  (_, request) =>
    request.operation === 'purchase' ? change(request) : request

/** What a client sends as a purchase, and what it calls it. */
export const SENDING: readonly Mistake[] = [
  {
    says: 'sends a quantity',
    change: { body: (_, order) => JSON.stringify({ ...order, quantity: 1 }) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends a third field that is null',
    change: { body: (_, order) => JSON.stringify({ ...order, note: null }) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends the SKU as a number',
    change: { body: (_, { partnerReference }) => JSON.stringify({ partnerReference, sku: 7 }) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends the SKU twice',
    change: {
      body: (_, order) => JSON.stringify(order).replace('}', `,"sku":${JSON.stringify(order.sku)}}`),
    },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends the reference twice, with two values',
    change: { body: (_, order) => JSON.stringify(order).replace('{', '{"partnerReference":"SHOP:other",') },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends a quantity in the query',
    change: { request: purchaseWith((request) => ({ ...request, path: `${request.path}?quantity=5` })) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'wraps the order',
    change: { body: (_, order) => JSON.stringify({ order }) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'leaves the reference out',
    change: { body: (_, { sku }) => JSON.stringify({ sku }) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends a list',
    change: { body: (_, order) => JSON.stringify([order]) },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends a form',
    change: { body: (_, order) => new URLSearchParams(order).toString() },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'sends JSON as text/plain',
    change: {
      request: purchaseWith((request) => ({
        ...request,
        headers: { ...request.headers, 'content-type': 'text/plain' },
      })),
    },
    cells: blamed(FIELDS, ...EACH_PURCHASE),
  },
  {
    says: 'has a bare number for a reference',
    change: withReference((purchase) => `${1000 + purchase}`),
    cells: blamed(SHAPE, ...EACH_PURCHASE),
  },
  {
    says: 'has a prefix without a label',
    change: withReference((purchase) => `SHOP${purchase}:`),
    cells: blamed(SHAPE, ...EACH_PURCHASE),
  },
  {
    says: 'has a random id for a reference',
    change: withReference((purchase) => `0b1e6f9c-5a1f-4a8e-9a53-3a6f6c6e2d1${purchase}`),
    cells: blamed(SHAPE, ...EACH_PURCHASE),
  },
  {
    says: 'has a label without a prefix',
    change: withReference((purchase) => `:1001-${purchase}`),
    cells: blamed(SHAPE, ...EACH_PURCHASE),
  },
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
      ...blamedAndRemarked(SHAPE, 'had-to-be-ended'),
    },
  },
  {
    says: 'has one reference for both purchases',
    change: withReference(() => 'SHOP:1001-1'),
    cells: blamed('one-reference-per-purchase', 'always', 'second', 'together'),
  },
]
