import { expect, test } from 'vitest'
import { environmentTarget } from './environment-target.fixture.ts'

const SERVICE = { SERVICE_BASE_URL: 'https://api.example.com', SERVICE_PARTNER_API_KEY: 'pk_test_mine' }

test('an environment that names a service and a key is a target, with the profile next to it', () => {
  expect(environmentTarget(SERVICE)).toEqual({ baseUrl: 'https://api.example.com', apiKey: 'pk_test_mine' })
  const given = environmentTarget(
    { ...SERVICE, SERVICE_PARTNER_BLOCKED_API_KEY: 'pk_test_blocked' },
    '{ "lookup": { "path": "/find/{partnerReference}" } }',
  )
  expect(given).toMatchObject({
    notAllowedKey: 'pk_test_blocked',
    profile: { lookup: { path: '/find/{partnerReference}' } },
  })
})

test('an environment with a key but no service names no target', () => {
  expect(environmentTarget({ SERVICE_PARTNER_API_KEY: 'pk_test_mine' })).toBeUndefined()
})

test.each([
  [
    'a service without a key',
    { SERVICE_BASE_URL: 'https://api.example.com' },
    'SERVICE_PARTNER_API_KEY is not',
  ],
  ['what is no address', { ...SERVICE, SERVICE_BASE_URL: 'example' }, 'found "example", expected'],
  ['http to another machine', { ...SERVICE, SERVICE_BASE_URL: 'http://api.example.com' }, 'in the clear'],
])('an environment with %s is refused', (_, environment, message) => {
  expect(() => environmentTarget(environment)).toThrow(message)
})
