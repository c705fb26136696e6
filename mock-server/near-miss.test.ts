import { describe, expect, test } from 'vitest'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { type NearMiss, nearMissSchema } from '../contract/wire/exchange.ts'
import { createMock } from './app.ts'

/** What the mock says of a request with a key, in the answer and in the journal alike; null if it suggests nothing. */
async function nearMissOf(method: string, target: string, profile: PartialProfile = {}) {
  const mock = createMock({ profile })
  const headers = { Authorization: 'Bearer pk_test_me' }
  const answer = await mock.app.request(`http://localhost${target}`, { method, headers })
  const nearMiss = mock.journal()[0]?.nearMiss ?? null
  if (method !== 'HEAD')
    expect(((await answer.json()) as { nearMiss?: NearMiss }).nearMiss ?? null).toEqual(nearMiss)
  return nearMissSchema.nullable().parse(nearMiss)
}

type Row = readonly [method: string, target: string, operation: NearMiss['operation'] | null, differs: string]

const ROWS: readonly Row[] = [
  ['GET', '/pign', null, ''],
  ['GET', '/pin', 'ping', 'The path has "pin" where "ping" belongs.'],
  ['HEAD', '/Ping', 'ping', 'The path has "Ping" where "ping" belongs.'],
  ['GET', '/ping/', 'ping', 'The path ends with a slash.'],
  ['GET', '//ping', 'ping', 'The path has two slashes in a row.'],
  ['GET', '/porducts', 'listProducts', 'The path has "porducts" where "products" belongs.'],
  ['POST', '/products', 'listProducts', 'The method is "POST"; this operation\'s is GET.'],
  [
    'GET',
    '/v1/products',
    'listProducts',
    'The path begins with "/v1"; the paths of the operations begin at the base address.',
  ],
  ['GET', '/products/CARD-25/prices', 'getPrice', 'The path has "prices" where "price" belongs.'],
  ['GET', '/products/CARD-25/price/', 'getPrice', 'The path ends with a slash.'],
  ['GET', '/balances', 'getBalance', 'The path has "balances" where "balance" belongs.'],
  ['POST', '/Orders', 'createOrder', 'The path has "Orders" where "orders" belongs.'],
  [
    'POST',
    '/api/v1/orders',
    'createOrder',
    'The path begins with "/api/v1"; the paths of the operations begin at the base address.',
  ],
  ['PUT', '/orders', 'createOrder', 'The method is "PUT"; this operation\'s is POST.'],
  ['GET', '/orders/', 'lookupOrder', 'Nothing stands in the place of {partnerReference}.'],
  ['GET', '/order/SHOP%3A1', 'lookupOrder', 'The path has "order" where "orders" belongs.'],
  ['DELETE', '/orders/SHOP%3A1', 'lookupOrder', 'The method is "DELETE"; this operation\'s is GET.'],
  ['GET', '/', null, ''],
  ['GET', '/cards', null, ''],
  ['GET', '/ping/ping', null, ''],
  ['GET', '/a/b/c/d/e/f/g/h', null, ''],
  ['GET', `/${'orders'.repeat(100)}`, null, ''],
]

test.each(ROWS)('%s %s resembles the operation %s: %s', async (method, target, operation, differs) => {
  const found = await nearMissOf(method, target)
  expect(found?.operation ?? null).toBe(operation)
  if (found !== null) expect(found.differs[0]).toBe(differs)
})

test('a difference from a documented operation names a clause, and a version in the path a gap', async () => {
  const clause = 'documented-operations-only'
  expect(await nearMissOf('PUT', '/orders')).toMatchObject({ clause, gap: null })
  expect(await nearMissOf('GET', '/v2/ping')).toMatchObject({ clause, gap: 'versioning' })
  expect(await nearMissOf('GET', '/api/ping')).toMatchObject({ clause, gap: null })
})

describe('a lookup in another form than that of the profile', () => {
  const lookUp = (target: string, path: string) =>
    nearMissOf('GET', target, { lookup: { method: 'GET', path } })

  test.each([
    ['/orders?ref=SHOP%3A1', 'The query has "ref" where "reference" belongs.'],
    ['/orders', 'The query has no "reference".'],
    ['/order?reference=SHOP%3A1', 'The path has "order" where "orders" belongs.'],
  ])('%s is told what differs: %s', async (target, differs) => {
    const found = await lookUp(target, '/orders?reference={partnerReference}')
    expect(found).toMatchObject({ operation: 'lookupOrder', clause: null, gap: 'lookup-operation' })
    expect(found?.differs[0]).toBe(differs)
  })

  test('is told of a literal value of the query', async () => {
    const found = await lookUp('/orders?full=no&reference=1', '/orders?full=yes&reference={partnerReference}')
    expect(found?.differs[0]).toBe('The query has another value of "full" than this operation\'s.')
  })

  test.each([
    ['assumed', 'is an assumption of this profile.'],
    ['observed', 'was observed on the service.'],
    ['confirmed', 'was confirmed by the operator.'],
  ] as const)('is told that the form of the profile is %s', async (lookup, source) => {
    const found = await nearMissOf('GET', '/order/1', { provenance: { lookup } })
    const text = 'The reference does not show path and method of the lookup of an order'
    expect(found?.differs.at(-1)).toBe(`${text}: that it is GET /orders/{partnerReference} ${source}`)
  })
})

test.each([
  ['/orders/SHOP%253A1', 'The reference is percent-encoded twice'],
  ['/orders/%20SHOP%3A1', 'A blank stands before or after'],
  ['/orders/%22SHOP%3A1%22', 'The reference is in quotes'],
])('an unknown order at %s is told what is odd about its reference: %s', async (target, says) => {
  expect(await nearMissOf('GET', target)).toMatchObject({
    operation: 'lookupOrder',
    clause: 'stable-reference',
    differs: [expect.stringContaining(says)],
  })
})

test('a refusal asks whether the similar operation was meant, and lists all of them', async () => {
  const headers = { Authorization: 'Bearer pk_test_me' }
  const { app } = createMock({ profile: { errors: { body: 'error-object' } } })
  const answer = await app.request('/product', { headers })
  expect(await answer.json()).toMatchObject({
    error: {
      message: expect.stringMatching(
        /^Did you mean GET \/products\? The path has "product" where "products" belongs\. The operations of the reference are: GET \/ping, /,
      ),
      nearMiss: { operation: 'listProducts' },
    },
  })
  expect(await (await app.request('/cards', { headers })).text()).toContain('This GET is no operation')
})
