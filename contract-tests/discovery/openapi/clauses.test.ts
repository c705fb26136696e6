import { describe, expect, test } from 'vitest'
import { learntWith, object, type PARTS, text } from './learnt.fixture.ts'

type Parts = Partial<typeof PARTS>
type Row = readonly [what: string, parts: Parts, message: string]

const number = { type: 'integer' }
const list = (items: unknown) => ({ type: 'array', items })
const required = (name: string, place: string, schema: unknown = text) => {
  return { name, in: place, required: true, schema }
}
const data = (order: unknown) => object({ data: object({ order }) })
const sku = required('sku', 'path')
const TWO = object({ partnerReference: text, sku: text })
const NOTED = object({ partnerReference: text, sku: text, note: text })
const BOTH = ['partnerReference', 'sku']

/** What contradicts each clause, and nothing else. */
const BROKEN: Readonly<Record<string, readonly Row[]>> = {
  'data-envelope': [
    ['data that is a list', { productsData: list(object({ sku: text })) }, 'of the type array'],
    ['an answer without data', { lookup: (order) => object({ order }) }, 'has no member data'],
  ],
  'ping-ok': [
    [
      'a ping that is never "ok"',
      { pingData: object({ status: { enum: ['UP', 'DOWN'] }, mode: text }) },
      'can not be "ok": it is "UP", "DOWN"',
    ],
    ['a ping without a status', { pingData: object({ mode: text, time: text }) }, 'has no status'],
    [
      'a ping whose lists leave out "ok" together',
      {
        pingData: object({ status: { allOf: [{ enum: ['ok', 'UP'] }, { enum: ['UP', 'X'] }] }, mode: text }),
      },
      'it is "UP"',
    ],
    ['a path without its method', { ping: { post: { responses: {} } } }, 'only POST'],
  ],
  'ping-mode-test': [
    [
      'a mode that is never TEST',
      { pingData: object({ status: text, mode: { enum: ['SANDBOX', 'LIVE'] } }) },
      'can not be "TEST"',
    ],
  ],
  'product-has-sku': [
    ['entries without a sku', { productsData: object({ all: list(object({ id: text })) }) }, 'have no sku'],
    [
      'a numeric sku',
      { productsData: object({ all: list(object({ sku: number })) }) },
      'of the type integer',
    ],
  ],
  'price-per-sku': [
    [
      'a price that needs more than a SKU',
      { priceParameters: [sku, required('country', 'query')] },
      'country (query)',
    ],
    ['a price of a number', { priceParameters: [required('sku', 'path', number)] }, 'sku is not a string'],
  ],
  'balance-readable': [
    ['a parameter', { balanceParameters: [required('account', 'query')] }, 'account (query)'],
  ],
  'order-two-fields': [
    [
      'a third required field',
      { order: { ...NOTED, required: [...BOTH, 'note'] } },
      'more than the two fields: note',
    ],
    ['another name', { order: object({ reference: text, sku: text }) }, 'has no partnerReference'],
    [
      'a reference that is a number',
      { order: object({ partnerReference: number, sku: text }) },
      'partnerReference is not a string',
    ],
    [
      'a header that a purchase requires',
      { orderParameters: [required('Idempotency-Key', 'header')] },
      'Idempotency-Key (header)',
    ],
  ],
  'purchase-position': [
    ['a flat summary of a purchase', { purchase: data }, 'its status is at /data/order/status'],
  ],
  'lookup-position': [
    [
      'a lookup nested like a purchase',
      { lookup: (order) => data(object({ order })) },
      'its status is at /data/order/order/status',
    ],
  ],
  'processing-has-poll-after': [
    ['a wait that is a text', { summary: { pollAfterSeconds: text } }, 'of the type string'],
    ['another name', { status: { enum: ['PENDING', 'COMPLETED'] } }, 'PENDING, not PROCESSING'],
  ],
  'key-required': [
    ['calls without a key', { security: [] }, 'open to calls without a key'],
    ['a key that is optional', { security: [{ key: [] }, {}] }, 'optional'],
    [
      'TEST keys with another prefix',
      { scheme: { type: 'http', scheme: 'bearer', description: 'For tests, a key with sk_test_ in front.' } },
      'begins with pk_test_',
    ],
  ],
}

describe('a document contradicts', () => {
  const rows = Object.entries(BROKEN).flatMap(([clause, all]) => all.map((row) => [clause, ...row] as const))
  test.for(rows)('%s by %s', ([clause, , parts, message]) => {
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
