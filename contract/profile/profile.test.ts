import { describe, expect, test } from 'vitest'
import { type AnswerKey, type Provenance, provenanceOf } from './profile.ts'
import { DEFAULT_PROFILE } from './profile-defaults.ts'
import { profileSchema } from './profile-schema.ts'
import { isWithinLimits, writtenWithin } from './reference-limits.ts'

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

test.each([
  '/orders/{partnerReference}',
  '/orders/by-reference/{partnerReference}',
  '/orders?reference={partnerReference}',
  '/orders?full=yes&reference={partnerReference}',
  '/orders?filter[reference]={partnerReference}',
  '/orders/{partnerReference}/summary',
  '/orders:lookup?reference={partnerReference}',
  '/v1/~partner/orders/{partnerReference}',
])('%s can be the path of the lookup', (path) => {
  expect(accepts({ lookup: { method: 'GET', path } })).toBe(true)
})

test.each([
  ['', 'no path'],
  ['/orders', 'no place for the reference'],
  ['orders/{partnerReference}', 'no slash at its beginning'],
  ['//elsewhere/{partnerReference}', 'another host'],
  ['https://elsewhere/{partnerReference}', 'a whole address'],
  ['/{partnerReference}/{partnerReference}', 'two places for the reference'],
  ['/orders/{partnerReference}?again={partnerReference}', 'two places for the reference'],
  ['/orders/{reference}', 'another parameter'],
  ['/orders/{sku}/{partnerReference}', 'a parameter besides the reference'],
  ['/orders/ref-{partnerReference}', 'a place that is not a whole segment'],
  ['/orders?reference=ref-{partnerReference}', 'a place that is not a whole value'],
  ['/orders?{partnerReference}', 'a place in the name of a query value'],
  ['/orders?{name}={partnerReference}', 'a parameter in the name of a query value'],
  ['/orders?={partnerReference}', 'a query value without a name'],
  ['/orders/{partnerReference', 'an open brace'],
  ['/orders/{partnerReference}#top', 'a fragment'],
  ['/orders/../{partnerReference}', 'a segment that a URL removes'],
  ['/orders/%2e%2e/{partnerReference}', 'the same, percent-encoded'],
  ['/my%20orders/{partnerReference}', 'a percent sign, which servers decode differently'],
  ['/orders\\{partnerReference}', 'a backslash'],
  ['/my orders/{partnerReference}', 'a space'],
  ['/bestellungen/größe/{partnerReference}', 'a letter that a URL encodes'],
  ['/orders/\n{partnerReference}', 'a line end'],
  ['/__mock/{partnerReference}', "the mock's own paths"],
  ['/__MOCK/{partnerReference}', "the mock's own paths, in capitals"],
])('%j cannot: %s', (path) => {
  expect(accepts({ lookup: { method: 'GET', path } })).toBe(false)
})

test.for([
  [null, 'SHOP:1f-é'],
  ['A-Za-z0-9:-', 'SHOP:1f-'],
  ['A-Za-z0-9', 'SHOP1f'],
  ['a-z0-9_', 'shop1f'],
  ['A-Z0-9', 'SHOP1F'],
  ['0-9', '837279801102'],
] as const)('where a reference may have only %s, it is written %s', ([characters, written]) => {
  const profile = { references: { characters, longest: null }, limits: { fieldCharacters: 256 } }
  expect(writtenWithin('SHOP:1f-é', profile)).toBe(written)
  expect(isWithinLimits(written, profile)).toBe(true)
})
