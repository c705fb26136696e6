import { describe, expect, test } from 'vitest'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { type NearMiss, nearMissSchema } from '../contract/wire/exchange.ts'
import { nearMissIn, refusedAs } from './refusals.fixture.ts'

type Operation = NearMiss['operation']
type Row = readonly [method: string, target: string, operation: Operation | null, says: RegExp | string]

const ASSUMED = 'is an assumption of this profile.'

/** Requests for unknown operations: the most similar one, and the text of one difference. */
const TARGETS: readonly Row[] = [
  ['GET', '/pign', null, ''],
  ['GET', '/pin', 'ping', 'The path has "pin" where "ping" belongs.'],
  ['GET', '/PING', 'ping', 'The path has "PING" where "ping" belongs.'],
  ['HEAD', '/Ping', 'ping', 'The path has "Ping" where "ping" belongs.'],
  ['GET', '/ping/', 'ping', 'The path ends with a slash.'],
  ['GET', '//ping', 'ping', 'The path has two slashes in a row.'],
  ['GET', '/product', 'listProducts', 'The path has "product" where "products" belongs.'],
  ['GET', '/porducts', 'listProducts', 'The path has "porducts" where "products" belongs.'],
  ['GET', '/products/', 'listProducts', 'The path ends with a slash.'],
  ['POST', '/products', 'listProducts', 'The method is "POST"; this operation\'s is GET.'],
  ['GET', '/v1/products', 'listProducts', /^The path begins with "\/v1";/],
  ['GET', '/products/CARD-25/prices', 'getPrice', 'The path has "prices" where "price" belongs.'],
  ['GET', '/product/CARD-25/price', 'getPrice', 'The path has "product" where "products" belongs.'],
  ['GET', '/products/CARD-25/price/', 'getPrice', 'The path ends with a slash.'],
  ['POST', '/products/CARD-25/price', 'getPrice', /^The method is "POST"/],
  ['GET', '/balances', 'getBalance', 'The path has "balances" where "balance" belongs.'],
  ['POST', '/order', 'createOrder', 'The path has "order" where "orders" belongs.'],
  ['POST', '/Orders', 'createOrder', 'The path has "Orders" where "orders" belongs.'],
  ['POST', '/orders/', 'createOrder', 'The path ends with a slash.'],
  ['POST', '/api/v1/orders', 'createOrder', /^The path begins with "\/api\/v1";/],
  ['PUT', '/orders', 'createOrder', 'The method is "PUT"; this operation\'s is POST.'],
  ['GET', '/orders', 'createOrder', 'The method is "GET"; this operation\'s is POST.'],
  ['GET', '/orders/', 'lookupOrder', 'Nothing stands in the place of {partnerReference}.'],
  ['POST', '/orders/lookup', 'lookupOrder', 'The method is "POST"; this operation\'s is GET.'],
  ['GET', '/v1/orders/SHOP%3A1', 'lookupOrder', /^The path begins with "\/v1";/],
  ['GET', '/order/SHOP%3A1', 'lookupOrder', 'The path has "order" where "orders" belongs.'],
  ['POST', '/orders/SHOP%3A1', 'lookupOrder', 'The method is "POST"; this operation\'s is GET.'],
  ['DELETE', '/orders/SHOP%3A1', 'lookupOrder', 'The method is "DELETE"; this operation\'s is GET.'],
  ['GET', '/', null, ''],
  ['GET', '/cards', null, ''],
  ['GET', '/ping/ping', null, ''],
  ['GET', '/v1', null, ''],
  ['GET', '/a/b/c/d/e/f/g/h', null, ''],
  ['GET', `/${'orders'.repeat(100)}`, null, ''],
]

describe.each(TARGETS)('%s %s', (method, target, operation, says) => {
  test(`resembles ${operation ?? 'nothing'}`, () => {
    const found = nearMissIn('unknown-operation', { method, target })
    expect(found?.operation ?? null).toBe(operation)
    if (found === null) return
    expect(found.differs).toContainEqual(expect.stringMatching(says instanceof RegExp ? says : exactly(says)))
    expect(nearMissSchema.parse(found)).toEqual(found)
  })
})

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[^\w ]/g, '\\$&')}$`)
}

test('a HEAD counts as a GET, as the mock serves it', () => {
  expect(nearMissIn('unknown-operation', { method: 'HEAD', target: '/pin' })?.differs).toHaveLength(1)
})

test('a difference from a documented operation names a clause', () => {
  const found = nearMissIn('unknown-operation', { method: 'PUT', target: '/orders' })
  expect(found).toMatchObject({ clause: 'documented-operations-only', gap: null })
})

test('a version in the path is a gap as well: the reference shows none', () => {
  expect(nearMissIn('unknown-operation', { target: '/v2/ping' })).toMatchObject({ gap: 'versioning' })
  expect(nearMissIn('unknown-operation', { target: '/api/ping' })).toMatchObject({ gap: null })
})

describe('the lookup in another form than that of the profile', () => {
  const inQuery = { method: 'GET', path: '/orders?reference={partnerReference}' } as const
  const lookup = (target: string, partial: PartialProfile = { lookup: inQuery }) =>
    nearMissIn('unknown-operation', { target }, partial)

  test.each([
    ['/orders?ref=SHOP%3A1', 'The query has "ref" where "reference" belongs.'],
    ['/orders', 'The query has no "reference".'],
    ['/order?reference=SHOP%3A1', 'The path has "order" where "orders" belongs.'],
  ])('%s is a near miss of a profile with a query', (target, says) => {
    expect(lookup(target)).toMatchObject({ operation: 'lookupOrder', clause: null, gap: 'lookup-operation' })
    expect(lookup(target)?.differs[0]).toMatch(says)
  })

  test('a literal value of the query is compared as well', () => {
    const path = '/orders?full=yes&reference={partnerReference}'
    const found = lookup('/orders?full=no&reference=1', { lookup: { method: 'GET', path } })
    expect(found?.differs[0]).toBe('The query has another value of "full" than this operation\'s.')
  })

  test.each([
    ['assumed', ASSUMED],
    ['observed', 'was observed on the service.'],
    ['confirmed', 'was confirmed by the operator.'],
  ] as const)('says that the form is %s', (provenance, says) => {
    const known = lookup('/order/1', { provenance: { lookup: provenance } })
    const text = 'The reference does not show path and method of the lookup of an order'
    expect(known?.differs.at(-1)).toBe(`${text}: that it is GET /orders/{partnerReference} ${says}`)
  })
})

const BY = {
  'unknown-sku': { operation: 'getPrice', clause: 'sku-from-catalogue', gap: null },
  'unknown-order': { operation: 'lookupOrder', clause: 'stable-reference', gap: null },
} as const

test.each<[cause: keyof typeof BY, target: string, says: string | null]>([
  ['unknown-sku', '/products/card-25/price', 'The catalogue has the SKU "CARD-25"'],
  ['unknown-sku', '/products/CARD-25%20/price', 'The catalogue has the SKU "CARD-25"'],
  ['unknown-sku', '/products/NONE/price', null],
  ['unknown-sku', '/products/%zz/price', null],
  ['unknown-order', '/orders/SHOP%253A1', 'The reference is percent-encoded twice'],
  ['unknown-order', '/orders/%20SHOP%3A1', 'A blank stands before or after'],
  ['unknown-order', '/orders/SHOP%3A1%0A', 'A blank stands before or after'],
  ['unknown-order', '/orders/%22SHOP%3A1%22', 'The reference is in quotes'],
  ['unknown-order', '/orders/SHOP%3A1', null],
])('an %s at %s: what is odd, if anything is, without reading any order', (cause, target, says) => {
  const found = nearMissIn(cause, { target })
  if (says === null) expect(found).toBeNull()
  else expect(found).toMatchObject({ ...BY[cause], differs: [expect.stringMatching(`^${says}`)] })
})

test('a refusal suggests the operation that the request resembles, and says what differs', () => {
  const detail = refusedAs('unknown-operation', { target: '/product' })?.detail
  expect(detail).toMatch(
    /^Did you mean GET \/products\? The path has "product" where "products" belongs\. The operations of the reference are: GET \/ping, /,
  )
})
