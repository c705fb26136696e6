import { describe, expect, test } from 'vitest'
import { type AnswerKey, type Provenance, provenanceOf } from './profile.ts'
import { DEFAULT_PROFILE } from './profile-defaults.ts'
import { profileSchema } from './profile-schema.ts'

const accepts = (answers: object) => profileSchema.safeParse({ ...DEFAULT_PROFILE, ...answers }).success

test('the defaults are a profile', () => {
  expect(profileSchema.parse(DEFAULT_PROFILE)).toEqual(DEFAULT_PROFILE)
})

describe('a profile takes', () => {
  test.each([
    ['another header', { auth: { header: 'X-Api-Key', format: '{key}' } }],
    ['a pointer through an array', { products: { pointer: '/data/pages/0/items' } }],
    ['an amount without a currency', { price: { amount: '/data/price', currency: null } }],
    ['another currency', { money: { format: 'minor-units', currency: 'KWD' } }],
    ['several states', { states: { success: ['COMPLETED', 'DELIVERED'], failure: ['FAILED', 'REFUSED'] } }],
    [
      'a POST to a path of its own',
      { lookup: { method: 'POST', path: '/orders/lookup/{partnerReference}' } },
    ],
    [
      'a GET where a POST is documented',
      { lookup: { method: 'GET', path: '/orders?ref={partnerReference}' } },
    ],
  ])('%s', (_, answers) => {
    expect(accepts(answers)).toBe(true)
  })
})

describe('a profile refuses', () => {
  test.each([
    ['a header that frames the message', { auth: { header: 'Content-Length', format: '{key}' } }],
    ['a header that no client may send', { auth: { header: 'Upgrade', format: '{key}' } }],
    ['an invalid header name', { auth: { header: 'X Api Key', format: '{key}' } }],
    ['a format with the key twice', { auth: { header: 'X-Api-Key', format: '{key}{key}' } }],
    ['a format that ends in a space', { auth: { header: 'X-Api-Key', format: '{key} ' } }],
    ['a format of two lines', { auth: { header: 'X-Api-Key', format: 'a\n{key}' } }],
    ['an invalid pointer', { products: { pointer: 'data.products' } }],
    ['a pointer to data itself', { products: { pointer: '/data' } }],
    ['a pointer that makes data an array', { products: { pointer: '/data/0' } }],
    ['a badly escaped pointer', { products: { pointer: '/data/a~b' } }],
    ['a currency inside the amount', { price: { amount: '/data/price', currency: '/data/price/unit' } }],
    ['an amount inside the currency', { balance: { amount: '/data/USD/amount', currency: '/data/USD' } }],
    ['a list that has named members', { balance: { amount: '/data/list/0', currency: '/data/list/unit' } }],
    ['no state of success', { states: { success: [], failure: ['FAILED'] } }],
    ['PROCESSING as a settled state', { states: { success: ['PROCESSING'], failure: ['FAILED'] } }],
    ['a success as an error', { errors: { ...DEFAULT_PROFILE.errors, notFound: 200 } }],
    ['a body of no bytes', { limits: { ...DEFAULT_PROFILE.limits, bodyBytes: 0 } }],
    ['a lookup at a documented path', { lookup: { method: 'GET', path: '/{partnerReference}' } }],
    ['a lookup that is a purchase', { lookup: { method: 'POST', path: '/orders?ref={partnerReference}' } }],
  ])('%s', (_, answers) => {
    expect(accepts(answers)).toBe(false)
  })
})

test.each<[AnswerKey, Partial<Record<AnswerKey, Provenance>>, Provenance]>([
  ['errors.notFound', {}, 'assumed'],
  ['errors.notFound', { errors: 'observed' }, 'observed'],
  ['errors.notFound', { errors: 'observed', 'errors.notFound': 'confirmed' }, 'confirmed'],
  ['errors.notFound', { 'errors.body': 'confirmed' }, 'assumed'],
  ['errors', { 'errors.notFound': 'confirmed' }, 'assumed'],
  ['auth', { auth: 'confirmed' }, 'confirmed'],
])('the answer at %s, with the provenance %j, is %s', (key, provenance, expected) => {
  expect(provenanceOf({ ...DEFAULT_PROFILE, provenance }, key)).toBe(expected)
})
