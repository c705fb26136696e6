import { describe, expect, test } from 'vitest'
import { nearMissIn } from './near-miss.fixture.ts'

const post = (body: string | null, type = 'application/json') =>
  nearMissIn('invalid-body', { method: 'POST', target: '/orders', body, headers: { 'content-type': type } })
const PURCHASE = { partnerReference: 'SHOP:1', sku: 'CARD-25' }

describe.each([
  [
    'a field that is called otherwise',
    { reference: 'SHOP:1', sku: 'CARD-25' },
    ['The field "reference" stands where "partnerReference" belongs.'],
  ],
  [
    'a field in snake case',
    { partner_reference: 'SHOP:1', sku: 'CARD-25' },
    ['The field "partner_reference" stands where "partnerReference" belongs.'],
  ],
  [
    'a field in capitals',
    { partnerReference: 'SHOP:1', SKU: 'CARD-25' },
    ['The field "SKU" stands where "sku" belongs.'],
  ],
  [
    'a field with a slip in it',
    { partnerRefernce: 'SHOP:1', sku: 'CARD-25' },
    ['The field "partnerRefernce" stands where "partnerReference" belongs.'],
  ],
  [
    'both fields called otherwise',
    { orderId: '1', productId: '2' },
    [
      'The field "orderId" stands where "partnerReference" belongs.',
      'The field "productId" stands where "sku" belongs.',
    ],
  ],
  ['a field too many', { ...PURCHASE, quantity: 1 }, ['The field "quantity" is one too many.']],
  [
    'several fields too many',
    { ...PURCHASE, quantity: 1, amount: 1, currency: 'USD' },
    ['The field "quantity" and 2 more are too many.'],
  ],
  [
    'a second name of a field that is there',
    { ...PURCHASE, reference: 'SHOP:1' },
    ['The field "reference" is one too many.'],
  ],
  [
    'both fields nested',
    { order: PURCHASE },
    ['The fields stand below "order"; they belong at the top of the body.'],
  ],
  ['nothing', {}, ['The field "partnerReference" is missing.', 'The field "sku" is missing.']],
  [
    'a number for a string',
    { ...PURCHASE, partnerReference: 1 },
    ['The field "partnerReference" is a number; a string belongs there.'],
  ],
  [
    'null, and a list',
    { partnerReference: null, sku: [] },
    [
      'The field "partnerReference" is null; a string belongs there.',
      'The field "sku" is a list; a string belongs there.',
    ],
  ],
  ['a blank', { ...PURCHASE, sku: ' ' }, ['The field "sku" is blank.']],
  ['a list of purchases', [PURCHASE], ['The body is a list; each purchase is a request of its own.']],
  [
    'JSON within JSON',
    JSON.stringify(PURCHASE),
    ['The body is JSON within a JSON string; the object itself belongs there.'],
  ],
  ['a number', 1, ['The body is not a JSON object; one with the two fields belongs there.']],
])('a body with %s', (_, document, differs) => {
  test('resembles a purchase, but for that', () => {
    const found = post(JSON.stringify(document))
    expect(found).toEqual({ operation: 'createOrder', differs, clause: 'exactly-two-fields', gap: null })
  })
})

test.each([
  ['a form', 'partnerReference=SHOP%3A1&sku=CARD-25', /^The body is encoded as a form;/],
  ['XML', '<order/>', /^The body is not JSON;/],
  ['nothing', '', /^The body is empty;/],
])('a body of %s is told as such', (_, body, says) => {
  expect(post(body)?.differs[0]).toMatch(says)
})

test('a purchase that says to be something else than JSON differs in that alone', () => {
  const found = post(JSON.stringify(PURCHASE), 'text/plain')
  expect(found?.differs).toEqual([
    'The Content-Type is "text/plain"; that of a JSON body is application/json.',
  ])
})

test('a purchase of a SKU that is almost one of the catalogue is told by that', () => {
  const found = post(JSON.stringify({ ...PURCHASE, sku: 'card-25 ' }))
  expect(found).toMatchObject({ operation: 'createOrder', clause: 'sku-from-catalogue' })
})

test.each([
  ['of an unknown SKU', JSON.stringify({ ...PURCHASE, sku: 'NONE' })],
  ['whose SKU is in the catalogue, and refused all the same', JSON.stringify(PURCHASE)],
  ['that is too long to be compared', JSON.stringify({ text: 'x'.repeat(5000) })],
  ['that could not be read', null],
])('a body %s is no near miss', (_, body) => {
  expect(post(body)).toBeNull()
})
