import { describe, expect, test } from 'vitest'
import { learntWith, object, type PARTS, text } from './learnt.fixture.ts'

const contradictions = (parts: Partial<typeof PARTS>) => learntWith(parts).contradictions

type Row = readonly [what: string, parts: Partial<typeof PARTS>, clause: string, message: string]

const ROWS: readonly Row[] = [
  [
    'an answer whose data is a list',
    { productsData: { type: 'array', items: object({ sku: text }) } },
    'data-envelope',
    'of the type array',
  ],
  ['an answer without data', { lookup: (order) => object({ order }) }, 'data-envelope', 'has no member data'],
  [
    'a ping that is never "ok"',
    { pingData: object({ status: { enum: ['UP', 'DOWN'] }, mode: text }) },
    'ping-ok',
    'can not be "ok": it is "UP", "DOWN"',
  ],
  ['a ping without a status', { pingData: object({ mode: text, time: text }) }, 'ping-ok', 'has no status'],
  [
    'a ping whose lists leave out "ok" together',
    {
      pingData: object({ status: { allOf: [{ enum: ['ok', 'UP'] }, { enum: ['UP', 'DOWN'] }] }, mode: text }),
    },
    'ping-ok',
    'it is "UP"',
  ],
  [
    'a mode that is never TEST',
    { pingData: object({ status: text, mode: { enum: ['SANDBOX', 'LIVE'] } }) },
    'ping-mode-test',
    'can not be "TEST"',
  ],
  ['a path without its method', { ping: { post: { responses: {} } } }, 'ping-ok', 'only POST'],
  [
    'entries without a sku',
    { productsData: object({ products: { type: 'array', items: object({ id: text }) } }) },
    'product-has-sku',
    'have no sku',
  ],
  [
    'a sku that is a number',
    { productsData: object({ products: { type: 'array', items: object({ sku: { type: 'integer' } }) } }) },
    'product-has-sku',
    'of the type integer',
  ],
  [
    'a price that needs more than a SKU',
    {
      priceParameters: [
        { name: 'sku', in: 'path', required: true, schema: text },
        { name: 'country', in: 'query', required: true, schema: text },
      ],
    },
    'price-per-sku',
    'country (query)',
  ],
  [
    'a price of a number',
    { priceParameters: [{ name: 'sku', in: 'path', required: true, schema: { type: 'integer' } }] },
    'price-per-sku',
    'sku is not a string',
  ],
  [
    'a balance that needs a parameter',
    { balanceParameters: [{ name: 'account', in: 'query', required: true, schema: text }] },
    'balance-readable',
    'account (query)',
  ],
  [
    'a third required field',
    {
      order: {
        ...object({ partnerReference: text, sku: text, quantity: text }),
        required: ['partnerReference', 'sku', 'quantity'],
      },
    },
    'order-two-fields',
    'more than the two fields: quantity',
  ],
  [
    'a field under another name',
    { order: object({ reference: text, sku: text }) },
    'order-two-fields',
    'has no partnerReference',
  ],
  [
    'a reference that is a number',
    { order: object({ partnerReference: { type: 'integer' }, sku: text }) },
    'order-two-fields',
    'partnerReference is not a string',
  ],
  [
    'a header that a purchase requires',
    { orderParameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: text }] },
    'order-two-fields',
    'Idempotency-Key (header)',
  ],
  [
    'a flat summary of a purchase',
    { purchase: (order) => object({ data: object({ order }) }) },
    'purchase-position',
    'its status is at /data/order/status',
  ],
  [
    'a lookup nested like a purchase',
    { lookup: (order) => object({ data: object({ order: object({ order }) }) }) },
    'lookup-position',
    'its status is at /data/order/order/status',
  ],
  [
    'a wait that is a text',
    { summary: { pollAfterSeconds: text } },
    'processing-has-poll-after',
    'of the type string',
  ],
  [
    'another name for an order under way',
    { status: { enum: ['PENDING', 'COMPLETED'] } },
    'processing-has-poll-after',
    'PENDING, not PROCESSING',
  ],
  ['calls without a key', { security: [] }, 'key-required', 'open to calls without a key'],
  ['a key that is optional', { security: [{ key: [] }, {}] }, 'key-required', 'optional'],
  [
    'TEST keys with another prefix',
    { scheme: { type: 'http', scheme: 'bearer', description: 'For tests, a key with sk_test_ in front.' } },
    'key-required',
    'begins with pk_test_',
  ],
]

describe('a document contradicts a clause by', () => {
  test.for(ROWS)('%s', ([, parts, clause, message]) => {
    const found = contradictions(parts)
    expect([...new Set(found.map((one) => one.clause))]).toEqual([clause])
    expect(found[0]?.message).toContain(message)
    expect(found[0]?.seen[0]?.document).toBe('api.yaml')
    expect(found[0]?.seen[0]?.pointer).toMatch(/^\/(?:paths|components|security)\b/)
  })
})

describe('a document contradicts nothing', () => {
  test.for<readonly [string, Partial<typeof PARTS>]>([
    ['that keeps every clause', {}],
    [
      'by what it leaves open',
      { pingData: {}, productsData: { type: 'object' }, purchase: () => ({}), lookup: () => ({}) },
    ],
    [
      'by a wait that may be null, or have a fraction',
      { summary: { pollAfterSeconds: { type: ['number', 'null'] } } },
    ],
    [
      'by further optional fields and parameters',
      {
        order: {
          ...object({ partnerReference: text, sku: text, note: text }),
          required: ['partnerReference', 'sku'],
        },
        orderParameters: [{ name: 'X-Request-Id', in: 'header', schema: text }],
      },
    ],
    [
      'by a field that only one of several forms of a purchase requires',
      {
        order: {
          ...object({ partnerReference: text, sku: text, note: text }),
          oneOf: [
            { required: ['partnerReference', 'sku', 'note'] },
            { required: ['partnerReference', 'sku'] },
          ],
        },
      },
    ],
    [
      'by the header of the key',
      { orderParameters: [{ name: 'X-Api-Key', in: 'header', required: true, schema: text }] },
    ],
    [
      'by states that it lists in parts',
      { status: { anyOf: [{ const: 'PROCESSING' }, { enum: ['DONE', 'FAILED'] }, text] } },
    ],
  ])('%s', ([, parts]) => {
    expect(contradictions(parts)).toEqual([])
  })

  test('by having no pollAfterSeconds beside a state other than PROCESSING', () => {
    const settled = object({ status: { enum: ['DONE'] } })
    const processing = object({ status: { const: 'PROCESSING' }, pollAfterSeconds: { type: 'integer' } })
    const either = () => ({ oneOf: [processing, settled] })
    const order = (schema: unknown) => object({ data: object({ order: schema }) })
    expect(
      contradictions({ purchase: () => order(object({ order: either() })), lookup: () => order(either()) }),
    ).toEqual([])
  })
})
