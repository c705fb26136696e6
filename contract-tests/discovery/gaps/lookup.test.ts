import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { lookupWays } from './lookup.ts'

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
