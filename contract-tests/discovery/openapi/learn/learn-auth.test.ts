import { expect, test } from 'vitest'
import { documentWith, learntOf } from '../learnt.fixture.ts'

const apiKey = (name: string, description?: string) => ({ type: 'apiKey', in: 'header', name, description })

test.for([
  ['a bearer token', { type: 'http', scheme: 'BEARER' }, 'Authorization', 'Bearer {key}', 'observed'],
  ['a scheme of its own', { type: 'http', scheme: 'ApiKey' }, 'Authorization', 'ApiKey {key}', 'observed'],
  ['a header of its own', apiKey('X-Key'), 'X-Key', '{key}', 'observed'],
  [
    'a form between backticks',
    apiKey('X-Key', 'Send `X-Key: key=<API_KEY>;v=1`.'),
    'X-Key',
    'key={key};v=1',
    'observed',
  ],
  [
    'a form in a sentence',
    apiKey('Authorization', 'The value is Token {api_key}.'),
    'Authorization',
    'Token {key}',
    'observed',
  ],
  [
    'a form with a key for an example',
    apiKey('Authorization', 'e.g. "Bearer pk_test_123"'),
    'Authorization',
    'Bearer {key}',
    'observed',
  ],
  ['Authorization without a form', apiKey('Authorization'), 'Authorization', '{key}', undefined],
] as const)('%s', ([, scheme, header, format, provenance]) => {
  const { profile } = learntOf({ 'api.yaml': documentWith({ scheme }) })
  expect(profile.auth).toEqual({ header, format })
  expect(profile.provenance.auth).toBe(provenance)
})

test.for([
  ['in the query', { type: 'apiKey', in: 'query', name: 'key' }, 'sends the key in a query'],
  ['by Basic', { type: 'http', scheme: 'basic' }, 'by http basic'],
  ['by OAuth', { type: 'oauth2', flows: {} }, 'by oauth2'],
] as const)('a key that is sent %s is not expressed by a profile, and named', ([, scheme, reason]) => {
  const { profile, misses } = learntOf({ 'api.yaml': documentWith({ scheme }) })
  expect(profile.provenance.auth).toBeUndefined()
  expect(misses.find(({ key }) => key === 'auth')?.reason).toContain(reason)
})

test('of several ways the first is assumed, and the others are named', () => {
  const document = documentWith({ security: [{ key: [] }, { other: [] }] })
  const components = { securitySchemes: { key: apiKey('X-Key'), other: { type: 'http', scheme: 'bearer' } } }
  const { findings } = learntOf({ 'api.yaml': { ...document, components } })
  expect(findings.find(({ key }) => key === 'auth')).toMatchObject({
    provenance: 'assumed',
    reason: 'The key is sent as X-Key: {key}; other ways are Authorization: Bearer {key}.',
  })
})

test('a key in the document is in nothing that is found', () => {
  const key = 'pk_test_Secret_0123456789'
  const document = documentWith({
    scheme: apiKey('X-Key', `Such as \`${key}\`.`),
    pingData: { example: { status: 'ok', mode: 'TEST', key } },
  })
  const { events, ...learnt } = learntOf({ 'api.yaml': document })
  expect(
    JSON.stringify([events, learnt.findings, learnt.misses, learnt.profile, learnt.contradictions]),
  ).not.toContain('Secret')
})
