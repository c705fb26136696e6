import { describe, expect, test } from 'vitest'
import { documentWith, learntOf, object, text } from '../openapi/learnt.fixture.ts'

describe('the lookup', () => {
  const summary = object({ status: text, pollAfterSeconds: { type: 'number' } })
  const answer = {
    '200': { content: { 'application/json': { schema: object({ data: object({ order: summary }) }) } } },
  }
  const parameter = (name: string, place: string, more: object = {}) => ({
    name,
    in: place,
    required: true,
    schema: text,
    ...more,
  })
  const lookupAt = (paths: Readonly<Record<string, unknown>>) => {
    const { '/orders/{reference}': _, ...rest } = documentWith().paths as Readonly<Record<string, unknown>>
    const { findings, misses } = learntOf({ 'api.yaml': { ...documentWith(), paths: { ...rest, ...paths } } })
    return findings.find(({ key }) => key === 'lookup') ?? misses.find(({ key }) => key === 'lookup')
  }

  test('may be a method that writes, with other values in its query', () => {
    const parameters = [
      parameter('by', 'query', { schema: { const: 'reference' } }),
      parameter('value', 'query'),
    ]
    expect(lookupAt({ '/purchases/find': { post: { parameters, responses: answer } } })).toMatchObject({
      value: { method: 'POST', path: '/purchases/find?by=reference&value={partnerReference}' },
      provenance: 'observed',
    })
  })

  test('may be a method that only OpenAPI 3.2 can describe', () => {
    const query = { parameters: [parameter('reference', 'query')], responses: answer }
    expect(lookupAt({ '/orders/search': { additionalOperations: { QUERY: query } } })).toMatchObject({
      value: { method: 'QUERY', path: '/orders/search?reference={partnerReference}' },
    })
  })

  test('of several candidates the clearest is assumed, and the others are named', () => {
    const byId = { get: { parameters: [parameter('a', 'path')], responses: answer } }
    const other = { get: { parameters: [parameter('b', 'path')], responses: answer } }
    expect(lookupAt({ '/orders/by-a/{a}': byId, '/orders/by-b/{b}': other })).toMatchObject({
      provenance: 'assumed',
      reason: 'GET /orders/by-a/{a} takes a reference; other candidates are GET /orders/by-b/{b}.',
    })
  })

  test.for([
    [
      'takes a body',
      {
        post: {
          parameters: [parameter('reference', 'query')],
          requestBody: { content: { 'application/json': {} } },
          responses: answer,
        },
      },
      '/orders/search',
    ],
    [
      'needs a second value',
      {
        get: {
          parameters: [parameter('reference', 'query'), parameter('tenant', 'query')],
          responses: answer,
        },
      },
      '/orders/search',
    ],
    ['takes nothing', { get: { responses: answer } }, '/orders/latest'],
  ] as const)('is not an operation that %s', ([, item, path]) => {
    expect(lookupAt({ [path]: item })).toMatchObject({
      reason: 'No operation takes the reference of an order and answers its summary.',
    })
  })
})
