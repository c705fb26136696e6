import { expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { authWays, describeWay } from './auth-ways.ts'
import { lookupWays } from './lookup-ways.ts'

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

test('every candidate for the lookup fits into a profile, and is a read', () => {
  const ways = lookupWays(DEFAULT_PROFILE.lookup)
  for (const lookup of ways) expect(resolveProfile({ lookup }).lookup).toEqual(lookup)
  expect(new Set(ways.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect(new Set(ways.map(({ path }) => path)).size).toBe(11)
})

test('the lookup of the starting profile comes first if it is a read, and is omitted otherwise', () => {
  const own = { method: 'GET', path: '/find/{partnerReference}' } as const
  expect(lookupWays(own)[0]).toEqual(own)
  expect(lookupWays(own)).toHaveLength(12)
  expect(lookupWays({ ...own, method: 'POST' })).toHaveLength(11)
})
