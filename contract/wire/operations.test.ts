import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../profile/profile-defaults.ts'
import { DOCUMENTED_OPERATIONS, OPERATION_IDS, operationsOf } from './operations.ts'

test('the reference shows the method and path of five operations', () => {
  expect(DOCUMENTED_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /ping',
    'GET /products',
    'GET /products/{sku}/price',
    'GET /balance',
    'POST /orders',
  ])
})

test('the profile shows those of the sixth', () => {
  const lookup = { method: 'QUERY', path: '/orders?reference={partnerReference}' } as const
  expect(operationsOf({ lookup }).lookupOrder).toMatchObject(lookup)
})

test('they are listed in the order of the typical flow', () => {
  expect(Object.keys(operationsOf(DEFAULT_PROFILE))).toEqual([...OPERATION_IDS])
})
