import { describe, expect, test } from 'vitest'
import { learntWith, object, type PARTS, text } from './learnt.fixture.ts'

type Parts = Partial<typeof PARTS>
type Row = readonly [message: string, parts: Parts]

const number = { type: 'integer' }
const list = (items: unknown) => ({ type: 'array', items })
const required = (name: string, place: string, schema: unknown = text) => {
  return { name, in: place, required: true, schema }
}
const data = (order: unknown) => object({ data: object({ order }) })
const sku = required('sku', 'path')
const bearer = { type: 'http', scheme: 'bearer' }
const pingOf = (status: unknown, mode: unknown = text): Parts => ({ pingData: object({ status, mode }) })
const TWO = object({ partnerReference: text, sku: text })
const NOTED = object({ partnerReference: text, sku: text, note: text })
const BOTH = ['partnerReference', 'sku']

/** What contradicts each clause, and nothing else. */
const BROKEN: Readonly<Record<string, readonly Row[]>> = {
  'data-envelope': [
    ['of the type array', { productsData: list(object({ sku: text })) }],
    ['has no member data', { lookup: (order) => object({ order }) }],
  ],
  'ping-ok': [
    ['can not be "ok": it is "UP", "DOWN"', pingOf({ enum: ['UP', 'DOWN'] })],
    ['has no status', { pingData: object({ mode: text, time: text }) }],
    // Together its lists leave out "ok".
    ['it is "UP"', pingOf({ allOf: [{ enum: ['ok', 'UP'] }, { enum: ['UP', 'X'] }] })],
    ['only POST', { ping: { post: { responses: {} } } }],
  ],
  'ping-mode-test': [['can not be "TEST"', pingOf(text, { enum: ['SANDBOX', 'LIVE'] })]],
  'product-has-sku': [
    ['have no sku', { productsData: object({ all: list(object({ id: text })) }) }],
    ['of the type integer', { productsData: object({ all: list(object({ sku: number })) }) }],
  ],
  'price-per-sku': [
    ['country (query)', { priceParameters: [sku, required('country', 'query')] }],
    ['sku is not a string', { priceParameters: [required('sku', 'path', number)] }],
  ],
  'balance-readable': [['account (query)', { balanceParameters: [required('account', 'query')] }]],
  'order-two-fields': [
    ['more than the two fields: note', { order: { ...NOTED, required: [...BOTH, 'note'] } }],
    ['has no partnerReference', { order: object({ reference: text, sku: text }) }],
    ['partnerReference is not a string', { order: object({ partnerReference: number, sku: text }) }],
    ['Idempotency-Key (header)', { orderParameters: [required('Idempotency-Key', 'header')] }],
  ],
  'purchase-position': [['its status is at /data/order/status', { purchase: data }]],
  'lookup-position': [
    ['its status is at /data/order/order/status', { lookup: (order) => data(object({ order })) }],
  ],
  'processing-has-poll-after': [
    ['of the type string', { summary: { pollAfterSeconds: text } }],
    ['PENDING, not PROCESSING', { status: { enum: ['PENDING', 'COMPLETED'] } }],
  ],
  'key-required': [
    ['open to calls without a key', { security: [] }],
    ['optional', { security: [{ key: [] }, {}] }],
    [
      'begins with pk_test_',
      { scheme: { ...bearer, description: 'For tests, a key with sk_test_ in front.' } },
    ],
  ],
}

describe('a document contradicts', () => {
  const rows = Object.entries(BROKEN).flatMap(([clause, all]) => all.map((row) => [clause, ...row] as const))
  test.for(rows)('%s: %s', ([clause, message, parts]) => {
    const found = learntWith(parts).contradictions
    expect([...new Set(found.map((one) => one.clause))]).toEqual([clause])
    expect(found[0]?.message).toContain(message)
    expect(found[0]?.seen[0]?.document).toBe('api.yaml')
    expect(found[0]?.seen[0]?.pointer).toMatch(/^\/(?:paths|components|security)\b/)
  })
})

describe('a document contradicts nothing', () => {
  const settled = object({ status: { enum: ['DONE'] } })
  const processing = object({ status: { const: 'PROCESSING' }, pollAfterSeconds: number })
  const either = { oneOf: [processing, settled] }

  test.for<readonly [string, Parts]>([
    ['that keeps every clause', {}],
    [
      'by what it leaves open',
      { pingData: {}, productsData: { type: 'object' }, purchase: () => ({}), lookup: () => ({}) },
    ],
    [
      'by a wait that may be null, or a fraction',
      { summary: { pollAfterSeconds: { type: ['number', 'null'] } } },
    ],
    ['by further optional fields', { order: { ...NOTED, required: BOTH } }],
    [
      'by further optional parameters',
      { order: TWO, orderParameters: [{ name: 'X-Request-Id', in: 'header', schema: text }] },
    ],
    [
      'by a field that only one of several forms of a purchase requires',
      { order: { ...NOTED, oneOf: [{ required: [...BOTH, 'note'] }, { required: BOTH }] } },
    ],
    ['by the header of the key', { orderParameters: [required('X-Api-Key', 'header')] }],
    [
      'by states that it lists in parts',
      { status: { anyOf: [{ const: 'PROCESSING' }, { enum: ['DONE', 'FAILED'] }, text] } },
    ],
    [
      'by having no pollAfterSeconds beside a state other than PROCESSING',
      { purchase: () => data(object({ order: either })), lookup: () => data(either) },
    ],
  ])('%s', ([, parts]) => {
    expect(learntWith(parts).contradictions).toEqual([])
  })
})
