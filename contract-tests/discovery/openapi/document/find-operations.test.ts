import { expect, test } from 'vitest'
import { documentWith, learntOf } from '../learnt.fixture.ts'

const document = documentWith()
const paths = document.paths as Readonly<Record<string, unknown>>
const below = (prefix: string) =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [prefix + path, item]))

test('the operations are found below any prefix, with any names of parameters', () => {
  const renamed = JSON.parse(JSON.stringify(below('/v1/partner')).replaceAll('{sku}', '{produkt_nr}'))
  const { profile, baseUrls } = learntOf({
    'api.yaml': { ...document, servers: [{ url: 'https://a.example' }], paths: renamed },
  })
  expect(profile.lookup.path).toBe('/orders/{partnerReference}')
  expect(profile.provenance).toMatchObject({ ping: 'observed', price: 'observed' })
  expect(baseUrls).toEqual(['https://a.example/v1/partner'])
})

test('of several prefixes none is guessed: they are named, and one can be chosen', () => {
  const two = { 'api.yaml': { ...document, paths: { ...below('/v1'), ...below('/v2') } } }
  expect(() => learntOf(two)).toThrow(
    'below several prefixes: "/v1", "/v2". Add --prefix with the one that is meant.',
  )
  expect(learntOf(two, { prefix: '/v2' }).profile.provenance.ping).toBe('observed')
  expect(() => learntOf(two, { prefix: '/v3' })).toThrow('below "/v3"')
  const nested = { 'api.yaml': { ...document, paths: { ...below('/v1'), ...below('/v1/test') } } }
  expect(learntOf(nested, { prefix: '/v1' }).profile.provenance.ping).toBe('observed')
})

test('the prefix with more of the operations is meant', () => {
  const admin = { '/admin/orders': paths['/orders'], '/admin/balance': paths['/balance'] }
  expect(learntOf({ 'api.yaml': { ...document, paths: { ...admin, ...paths } } }).contradictions).toEqual([])
})

test('a document of another API is refused with what was looked for, and what was found', () => {
  const pets = { openapi: '3.0.0', paths: { '/pets': { get: {} }, '/ping': { get: {} } } }
  expect(() => learntOf({ 'api.yaml': pets })).toThrow(
    /^api\.yaml: looked for .*POST \/orders.*, and found \/pets, \/ping\. Name the document of this API\.$/,
  )
})
