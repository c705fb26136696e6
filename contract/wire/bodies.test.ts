import { describe, expect, test } from 'vitest'
import {
  envelope,
  orderRequest,
  orderSummary,
  pingFields,
  processingSummary,
  product,
  summaryAt,
} from './bodies.ts'

const SUMMARY = { status: 'PROCESSING', pollAfterSeconds: 2 }
const AT_PURCHASE = { data: { order: { order: SUMMARY } } }
const AT_LOOKUP = { data: { order: SUMMARY } }

describe('a body of the reference is read', () => {
  test.each([
    ['an envelope', envelope, { data: {} }],
    ['an envelope with more members than data', envelope, { data: { status: 'ok' }, meta: 1 }],
    ['ping', pingFields, { status: 'ok', mode: 'TEST' }],
    ['a product', product, { sku: 'CARD-25' }],
    ['a product with more fields', product, { sku: 'CARD-25', name: 'A card' }],
    ['a settled summary without pollAfterSeconds', orderSummary, { status: 'COMPLETED' }],
    [
      'a settled summary whose pollAfterSeconds is null',
      orderSummary,
      { status: 'FAILED', pollAfterSeconds: null },
    ],
    [
      'a summary to be polled again at once',
      processingSummary,
      { status: 'PROCESSING', pollAfterSeconds: 0 },
    ],
    [
      'a summary to be polled again in half a second',
      processingSummary,
      { ...SUMMARY, pollAfterSeconds: 0.5 },
    ],
    ['the two fields of a purchase', orderRequest, { partnerReference: 'SHOP:1', sku: 'CARD-25' }],
  ])('%s', (_, schema, body) => {
    expect(schema.safeParse(body)).toMatchObject({ success: true, data: body })
  })
})

describe('a body that the reference does not describe is refused', () => {
  test.each([
    ['no envelope', envelope, { status: 'ok' }],
    ['an envelope whose data is a list', envelope, { data: [] }],
    ['an envelope whose data is null', envelope, { data: null }],
    ['a ping that is not ok', pingFields, { status: 'OK', mode: 'TEST' }],
    ['a ping of another mode', pingFields, { status: 'ok', mode: 'LIVE' }],
    ['a product whose sku is a number', product, { sku: 25 }],
    ['a product whose sku is empty', product, { sku: '' }],
    ['a summary without status', orderSummary, { pollAfterSeconds: 2 }],
    ['PROCESSING without pollAfterSeconds', processingSummary, { status: 'PROCESSING' }],
    ['PROCESSING with seconds in a string', processingSummary, { ...SUMMARY, pollAfterSeconds: '2' }],
    ['PROCESSING with negative seconds', processingSummary, { ...SUMMARY, pollAfterSeconds: -1 }],
    ['another state as PROCESSING', processingSummary, { ...SUMMARY, status: 'COMPLETED' }],
    ['a purchase of three fields', orderRequest, { partnerReference: 'SHOP:1', sku: 'CARD-25', quantity: 1 }],
    ['a purchase of one field', orderRequest, { partnerReference: 'SHOP:1' }],
    ['a purchase whose reference is a number', orderRequest, { partnerReference: 1, sku: 'CARD-25' }],
  ])('%s', (_, schema, body) => {
    expect(schema.safeParse(body).success).toBe(false)
  })
})

test.each([
  ['a purchase', 'createOrder', AT_PURCHASE, SUMMARY],
  ['a lookup', 'lookupOrder', AT_LOOKUP, SUMMARY],
  ['a purchase nested like a lookup', 'createOrder', AT_LOOKUP, undefined],
  ['a purchase without data', 'createOrder', { order: { order: SUMMARY } }, undefined],
  ['a lookup nested like a purchase', 'lookupOrder', AT_PURCHASE, undefined],
  ['a lookup without an order', 'lookupOrder', { data: SUMMARY }, undefined],
] as const)('the summary of %s stands at its position, or nowhere', (_, operation, body, summary) => {
  expect(summaryAt(body, operation)).toEqual(summary)
})
