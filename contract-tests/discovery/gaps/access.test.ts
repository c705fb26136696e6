import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { accessHint, authWays, describeWay } from './access.ts'

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
