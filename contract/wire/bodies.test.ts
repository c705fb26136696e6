import { expect, test } from 'vitest'
import { envelope, orderRequest, product } from './bodies.ts'
import { summaryAt } from './exchange-facts.ts'

const SUMMARY = { status: 'PROCESSING', pollAfterSeconds: 2 }
const AT_PURCHASE = { data: { order: { order: SUMMARY } } }
const AT_LOOKUP = { data: { order: SUMMARY } }
const ORDER = { partnerReference: 'SHOP:1', sku: 'CARD-25' }

test.each([
  ['an envelope with more members than data', envelope, { data: { status: 'ok' }, meta: 1 }],
  ['a product with more fields', product, { sku: 'CARD-25', name: 'A card' }],
  ['the two fields of a purchase', orderRequest, ORDER],
])('the body of the reference is read: %s', (_, schema, body) => {
  expect(schema.safeParse(body)).toMatchObject({ success: true, data: body })
})

test.each([
  ['no envelope', envelope, { status: 'ok' }],
  ['an envelope whose data is a list', envelope, { data: [] }],
  ['an envelope whose data is null', envelope, { data: null }],
  ['a product whose sku is a number', product, { sku: 25 }],
  ['a product whose sku is empty', product, { sku: '' }],
  ['a purchase of three fields', orderRequest, { ...ORDER, quantity: 1 }],
  ['a purchase of one field', orderRequest, { partnerReference: 'SHOP:1' }],
  ['a purchase whose reference is a number', orderRequest, { ...ORDER, partnerReference: 1 }],
])('a body that the reference does not describe is refused: %s', (_, schema, body) => {
  expect(schema.safeParse(body).success).toBe(false)
})

test.each([
  ['a purchase', 'createOrder', AT_PURCHASE, SUMMARY],
  ['a lookup', 'lookupOrder', AT_LOOKUP, SUMMARY],
  ['a settled lookup', 'lookupOrder', { data: { order: { status: 'FAILED' } } }, { status: 'FAILED' }],
  ['a purchase nested like a lookup', 'createOrder', AT_LOOKUP, undefined],
  ['a purchase without data', 'createOrder', { order: { order: SUMMARY } }, undefined],
  ['a lookup nested like a purchase', 'lookupOrder', AT_PURCHASE, undefined],
  ['a lookup without an order', 'lookupOrder', { data: SUMMARY }, undefined],
  ['a lookup without a status', 'lookupOrder', { data: { order: { pollAfterSeconds: 2 } } }, undefined],
] as const)('the summary of %s stands at its position, or nowhere', (_, operation, body, summary) => {
  expect(summaryAt(body, operation)).toEqual(summary)
})
