import { describe, expect, test } from 'vitest'
import { documentWith, learntOf } from '../learnt.fixture.ts'
import { parseText } from './api-document.ts'
import { admits } from './sample.ts'
import type { Shape } from './schema-shape.ts'

const refer = ($ref: string) =>
  learntOf({
    'api.yaml': documentWith({ pingData: { $ref } }),
    'sub/other.yaml': 'a: { $ref: ../api.yaml#/x }',
  })
const AT = 'api.yaml#/paths/~1ping/get/responses/200/content/application~1json/schema/properties/data'

describe('a reference that is refused names its place', () => {
  test.for([
    ['to the network', 'https://example.com/api.yaml#/x', 'Nothing is fetched'],
    ['to the network, without a scheme', '//example.com/api.yaml', 'Nothing is fetched'],
    ['to a file by its URL', 'file:///etc/passwd', 'Nothing is fetched'],
    ['out of the folder', '../secret.yaml', 'leads out of the folder'],
    ['out of the folder, by a detour', 'sub/../../secret.yaml', 'leads out of the folder'],
    ['out of the folder, in escapes', '%2e%2e/secret.yaml', 'leads out of the folder'],
    ['to an absolute path', '/etc/passwd', 'leads out of the folder'],
    ['to a file that is not there', 'none.yaml', 'none.yaml: there is no such file.'],
    ['to nothing', '#/components/schemas/None', 'leads to nothing'],
    ['to a member that every object inherits', '#/constructor', 'leads to nothing'],
    ['to an anchor', '#Order', 'names an anchor'],
  ] as const)('%s', ([, $ref, message]) => {
    expect(() => refer($ref)).toThrow(message)
    expect(() => refer($ref)).toThrow(AT)
  })

  test('around in a circle', () => {
    const components = {
      schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
    }
    const document = { ...documentWith({ pingData: { $ref: '#/components/schemas/A' } }), components }
    expect(() => learntOf({ 'api.yaml': document })).toThrow('leads around in a circle')
  })
})

/** What a document says whose ping is described at `#/x` of it. */
const learntAt = ($ref: string, x: unknown) =>
  learntOf({ 'api.yaml': { ...documentWith({ pingData: { $ref } }), x } })
const fields = { status: { const: 'ok' }, mode: { const: 'TEST' } }
const self = { $ref: '#/x' }

test.for([
  ['holds itself', { type: 'object', properties: { ...fields, left: self, right: self } }],
  ['is part of itself', { allOf: [self, { properties: fields }] }],
] as const)('a schema that %s is read once', ([, schema]) => {
  expect(learntAt('#/x', schema).profile.provenance.ping).toBe('observed')
})

/** Thirty schemas, each of which refers to the next one nine times. */
const spreading = (schemaOf: (nine: readonly unknown[]) => unknown) => {
  const next = (level: number) => Array(9).fill({ $ref: `#/x/L${level + 1}` })
  const levels = Array.from({ length: 30 }, (_, level) => [`L${level}`, schemaOf(next(level))])
  return () => learntAt('#/x/L0', { ...Object.fromEntries(levels), L30: {} })
}

test('references that spread without end are refused in time', () => {
  expect(spreading((allOf) => ({ allOf }))).toThrow(/spread to more than \d+ values/)
})

test('of properties that spread without end only so many are read', () => {
  const { misses } = spreading((nine) => ({ properties: { ...nine } }))()
  expect(misses.map(({ key }) => key)).toContain('ping')
})

test('a document of more than 200 files is refused', () => {
  const names = Array.from({ length: 200 }, (_, index) => `part-${index}.json`)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: name }]))
  const files = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  expect(() => learntOf({ ...files, 'api.yaml': documentWith({ pingData: { properties } }) })).toThrow(
    /more than 200 files\. Bundle it into one/,
  )
})

test('a name that objects inherit is a name like any other', () => {
  const json = JSON.stringify(documentWith({ pingData: { type: 'object', properties: fields } }))
  const inherited = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'
  const { profile } = learntOf({ 'api.yaml': json.replace('"openapi"', `${inherited},"openapi"`) })
  expect(profile.ping).toEqual({ status: '/data/status', mode: '/data/mode' })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

describe('a document that is broken is refused with its place', () => {
  test.for([
    ['YAML', 'openapi: 3.0.0\npaths:\n  /ping:\n  get: [\n', /^api\.yaml:5:1: .+ Correct the file there\.$/],
    ['a key twice', 'openapi: 3.0.0\npaths: {}\npaths: {}\n', /^api\.yaml:3:1: Map keys must be unique/],
    ['JSON', '{ "openapi": "3.0.0",\n  "paths": { "/ping": }\n}x', /^api\.yaml:3:2: /],
    ['a list', '- a\n- b\n', /^api\.yaml: found no object/],
    ['nothing', '', /^api\.yaml: found no object/],
    ['no document of OpenAPI', '{"asyncapi":"3.0.0"}', /neither "openapi" nor "swagger"/],
    [
      'a later version',
      '{"openapi":"4.0.0"}',
      /^api\.yaml#\/openapi: found "4\.0\.0", expected OpenAPI 3\.0 to/,
    ],
    ['an old version', '{"swagger":"1.2"}', /^api\.yaml#\/swagger: found "1\.2"/],
    ['no paths', '{"openapi":"3.1.0"}', /found no paths at all\. Name the document of this API/],
    ['aliases that multiply', bomb(), /^api\.yaml: Excessive alias count/],
  ] as const)('%s', ([, content, message]) => {
    expect(() => learntOf({ 'api.yaml': content })).toThrow(message)
  })

  test('a text in place of a schema', () => {
    expect(() => learntOf({ 'api.yaml': documentWith({ pingData: 'string' }) })).toThrow(
      `${AT}: found "string", expected a schema`,
    )
  })
})

function bomb(): string {
  const ten = (level: number) => Array(10).fill(`*l${level}`).join(', ')
  const levels = [1, 2, 3, 4, 5].map((level) => `l${level}: &l${level} [${ten(level - 1)}]`)
  return ['openapi: 3.0.0', 'l0: &l0 [x]', ...levels].join('\n')
}

test('a key that a map has twice is refused at its place, however deep', () => {
  const read = () => parseText('paths:\n  /ping:\n    get: 1\n    get: 2\n', 'a.yaml')
  expect(read).toThrow('a.yaml:4:5: Map keys must be unique.')
  expect(parseText('a: { b: 1 }\nc: { b: 1 }\n', 'a.yaml')).toEqual({ a: { b: 1 }, c: { b: 1 } })
})

const shape = (pattern: string) => ({ patterns: [pattern] }) as unknown as Shape

test('a text is compared with a pattern, unless it is so long that it may take any time', () => {
  expect(admits(shape('^a+$'), 'b')).toBe(false)
  expect(admits(shape(`^${'a'.repeat(200)}`), 'b')).toBe(true)
})

const document = documentWith()
const paths = document.paths as Readonly<Record<string, unknown>>
const below = (prefix: string) =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [prefix + path, item]))

test('the operations are found below any prefix, with any names of parameters', () => {
  const renamed = JSON.parse(JSON.stringify(below('/v1/partner')).replaceAll('{sku}', '{produkt_nr}'))
  const servers = [{ url: 'https://a.example' }]
  const { profile, baseUrls } = learntOf({ 'api.yaml': { ...document, servers, paths: renamed } })
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
