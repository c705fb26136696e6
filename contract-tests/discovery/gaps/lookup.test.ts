import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { answerIn, documentWith, learntOf, object, text } from '../openapi/learnt.fixture.ts'
import { lookupWays } from './lookup.ts'

const summary = object({ status: text, pollAfterSeconds: { type: 'number' } })
const schema = object({ data: object({ order: summary }) })
const responses = { '200': { content: { 'application/json': { schema } } } }
const query = (name: string, more = {}) => ({ name, in: 'query', required: true, schema: text, ...more })
const path = (name: string) => query(name, { in: 'path' })

/** What is found of the lookup in a document with these paths beside the documented ones. */
const lookupAt = (paths: Readonly<Record<string, unknown>>) => {
  const { '/orders/{reference}': _, ...rest } = documentWith().paths as Readonly<Record<string, unknown>>
  return answerIn(learntOf({ 'api.yaml': { ...documentWith(), paths: { ...rest, ...paths } } }), 'lookup')
}

test('the lookup may be a method that writes, with other values in its query', () => {
  const parameters = [query('by', { schema: { const: 'reference' } }), query('value')]
  expect(lookupAt({ '/purchases/find': { post: { parameters, responses } } })).toMatchObject({
    value: { method: 'POST', path: '/purchases/find?by=reference&value={partnerReference}' },
    provenance: 'observed',
  })
})

test('the lookup may be a method that only OpenAPI 3.2 can describe', () => {
  const QUERY = { parameters: [query('reference')], responses }
  expect(lookupAt({ '/orders/search': { additionalOperations: { QUERY } } })).toMatchObject({
    value: { method: 'QUERY', path: '/orders/search?reference={partnerReference}' },
  })
})

test('of several candidates the clearest is assumed, and the others are named', () => {
  const by = (name: string) => ({ get: { parameters: [path(name)], responses } })
  expect(lookupAt({ '/orders/by-a/{a}': by('a'), '/orders/by-b/{b}': by('b') })).toMatchObject({
    provenance: 'assumed',
    reason: 'GET /orders/by-a/{a} takes a reference; other candidates are GET /orders/by-b/{b}.',
  })
})

const requestBody = { content: { 'application/json': {} } }

test.for([
  ['takes a body', { post: { parameters: [query('reference')], requestBody, responses } }],
  ['needs a second value', { get: { parameters: [query('reference'), query('tenant')], responses } }],
  ['takes nothing', { get: { responses } }],
] as const)('the lookup is not an operation that %s', ([, item]) => {
  expect(lookupAt({ '/orders/search': item })).toMatchObject({
    reason: 'No operation takes the reference of an order and answers its summary.',
  })
})

test('every candidate for the lookup fits into a profile, and is a read', () => {
  const ways = lookupWays(DEFAULT_PROFILE.lookup)
  for (const lookup of ways) expect(resolveProfile({ lookup }).lookup).toEqual(lookup)
  expect(new Set(ways.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect(new Set(ways.map(({ path }) => path)).size).toBe(12)
})

test('the lookup of the starting profile comes first if it is a read, and is omitted otherwise', () => {
  const own = { method: 'GET', path: '/find/{partnerReference}' } as const
  expect(lookupWays(own)[0]).toEqual(own)
  expect(lookupWays(own)).toHaveLength(13)
  expect(lookupWays({ ...own, method: 'POST' })).toHaveLength(12)
})
