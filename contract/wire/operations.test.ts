import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../profile/profile-defaults.ts'
import { anyCharacter } from '../testing/any-character.fixture.ts'
import { DOCUMENTED_OPERATIONS, OPERATION_IDS, operationsOf } from './operations.ts'
import { expandPath, parametersIn } from './path-template.ts'

test('the reference shows the method and path of five operations', () => {
  expect(DOCUMENTED_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /ping',
    'GET /products',
    'GET /products/{sku}/price',
    'GET /balance',
    'POST /orders',
  ])
})

test('the profile names the method and path of the sixth, the lookup', () => {
  const lookup = { method: 'QUERY', path: '/orders?reference={partnerReference}' } as const
  expect(operationsOf({ lookup }).lookupOrder).toMatchObject(lookup)
})

test('the operations are listed in the order of the typical flow', () => {
  expect(Object.keys(operationsOf(DEFAULT_PROFILE))).toEqual([...OPERATION_IDS])
})

describe('a path for some values', () => {
  test.each([
    ['/products/{sku}/price', '/products/A%2FB/price'],
    ['/orders?sku={sku}&full=yes', '/orders?sku=A%2FB&full=yes'],
    ['/ping', '/ping'],
  ])('%s becomes %s', (template, path) => {
    expect(expandPath(template, { sku: 'A/B' })).toBe(path)
  })

  test('decodes to the original value', () => {
    // A URL has no segment "." or "..".
    const sku = fc.string({ minLength: 1, unit: anyCharacter }).filter((text) => !/^\.\.?$/.test(text))
    fc.assert(
      fc.property(sku, (value) => {
        const { pathname } = new URL(`http://localhost${expandPath('/products/{sku}/price', { sku: value })}`)
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'products', value, 'price'])
      }),
    )
  })
})

const BY_QUERY = '/orders?kind=a+b&ref={partnerReference}'

test.each([
  ['/orders/{partnerReference}', '/orders/SHOP%3A1?page=2', { partnerReference: 'SHOP:1' }],
  ['/orders/{partnerReference}', '/orders/100%', { partnerReference: '100%' }],
  ['/ping', '/ping', {}],
  [BY_QUERY, '/orders?ref=SHOP+1%2B2&page=2&kind=a+b', { partnerReference: 'SHOP 1+2' }],
  ['/orders/{partnerReference}', '/v1/orders/SHOP:1', undefined],
  ['/orders/{partnerReference}', '/%6Frders/SHOP:1', undefined],
  ['/products/{sku}/price', '/products/A/prices', undefined],
  [BY_QUERY, '/orders?kind=a+b&ref=a=b', { partnerReference: 'a=b' }],
  [BY_QUERY, '/orders?ref=SHOP:1', undefined],
  [BY_QUERY, '/orders?kind=a+b', undefined],
])('matched with %s, the target %s gives %j', (template, target, found) => {
  expect(parametersIn(template, target)).toEqual(found)
})

test('a loose match also finds parameters below a path of the base address, and behind needless escapes', () => {
  expect(parametersIn('/products/{sku}/price', '/v1/%70roducts/A%2FB/price', true)).toEqual({ sku: 'A/B' })
  expect(parametersIn('/products/{sku}/price', '/v1/products/A', true)).toBeUndefined()
})
