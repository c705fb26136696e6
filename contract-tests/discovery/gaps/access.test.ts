import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { provenanceOf } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { documentWith, learntOf, learntWith } from '../openapi/learnt.fixture.ts'
import { accessHint, authWays, describeWay } from './access.ts'

const apiKey = (name: string, description?: string) => ({ type: 'apiKey', in: 'header', name, description })

test.for([
  [{ type: 'http', scheme: 'BEARER' }, 'Authorization: Bearer {key}'],
  [{ type: 'http', scheme: 'ApiKey' }, 'Authorization: ApiKey {key}'],
  [apiKey('X-Key'), 'X-Key: {key}'],
  [apiKey('X-Key', 'Send `X-Key: key=<API_KEY>;v=1`.'), 'X-Key: key={key};v=1'],
  [apiKey('Authorization', 'The value is Token {api_key}.'), 'Authorization: Token {key}'],
  [apiKey('Authorization', 'e.g. "Bearer pk_test_123"'), 'Authorization: Bearer {key}'],
  [apiKey('Authorization'), 'Authorization: {key}', 'assumed'],
] as const)('the scheme %j says %s', ([scheme, way, provenance = 'observed']) => {
  const { profile } = learntWith({ scheme })
  expect(describeWay(profile.auth)).toBe(way)
  expect(provenanceOf(profile, 'auth')).toBe(provenance)
})

test.for([
  [{ type: 'apiKey', in: 'query', name: 'key' }, 'sends the key in a query'],
  [{ type: 'http', scheme: 'basic' }, 'by http basic'],
  [{ type: 'oauth2', flows: {} }, 'by oauth2'],
] as const)('the scheme %j is not expressed by a profile, and named', ([scheme, reason]) => {
  const { profile, misses } = learntWith({ scheme })
  expect(provenanceOf(profile, 'auth')).toBe('assumed')
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
  const { events, findings, misses, profile, contradictions } = learntOf({ 'api.yaml': document })
  expect(JSON.stringify([events, findings, misses, profile, contradictions])).not.toContain('Secret')
})

test.each([
  [[401, 401, 401], 'Each was answered as without a key (401).'],
  [[404, 404, 404], 'the base address may lack a part of its path'],
  [[301, 302, 301], 'Every answer was a redirect'],
  [[500, null, 502], 'the service may be down'],
  [[200, 200, 200], 'that of a web site'],
  [[401, 404, 401], 'way 1 was answered 404, without a key 401: the key seems to be accepted that way'],
  [[401, 401, 403], 'way 2 was answered 403, without a key 401: that may be the way'],
] as const)('for the answers %j it is: %s', ([keyless, ...tried], text) => {
  const ways = tried.map((status, index) => [`way ${index + 1}`, status] as const)
  expect(accessHint(keyless, ways)).toContain(text)
})

test('every way to send a key fits into a profile, is tried once, and is printed without a key', () => {
  const ways = authWays(DEFAULT_PROFILE.auth)
  for (const auth of ways) expect(resolveProfile({ auth }).auth).toEqual(auth)
  const printed = ways.map(describeWay)
  expect(new Set(printed.map((way) => way.toLowerCase())).size).toBe(ways.length)
  expect(printed.every((way) => way.includes('{key}'))).toBe(true)
})

test('the way of the starting profile comes first, and is not tried twice', () => {
  expect(authWays({ header: 'X-Own', format: 'k={key}' })).toHaveLength(10)
  const ways = authWays({ header: 'x-api-key', format: '{key}' })
  expect(ways[0]).toEqual({ header: 'x-api-key', format: '{key}' })
  expect(ways).toHaveLength(9)
})
