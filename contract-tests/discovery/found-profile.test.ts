import { expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Finding } from './findings.ts'
import { profileWith } from './found-profile.ts'

const found = (key: Finding['key'], value: unknown, provenance: Finding['provenance'] = 'observed') =>
  ({ key, value, provenance, reason: 'Seen.', seen: [] }) satisfies Finding
const AUTH = { header: 'X-Partner-Key', format: '{key}' }
const auth = found('auth', AUTH)
const notFound = found('errors.notFound', 410)
const format = found('money.format', 'minor-units', 'assumed')
const currency = found('money.currency', 'EUR')

const withFindings = (start: PartialProfile, ...findings: Finding[]) =>
  profileWith(resolveProfile(start), findings)

test('without findings the profile stays as it is', () => {
  expect(withFindings({})).toEqual({ profile: DEFAULT_PROFILE, setAside: [] })
})

test('a whole section that was seen is observed by its name, one answer of it by its own', () => {
  const { profile } = withFindings({}, auth, notFound)
  expect(profile).toMatchObject({ auth: AUTH, errors: { notFound: 410, invalidBody: 422 } })
  expect(profile.provenance).toEqual({ auth: 'observed', 'errors.notFound': 'observed' })
})

test('what was only guessed stays assumed, next to what was seen', () => {
  const { profile } = withFindings({}, format, currency)
  expect(profile.money).toEqual({ format: 'minor-units', currency: 'EUR' })
  expect(profile.provenance).toEqual({ 'money.currency': 'observed' })
})

test('two pointers that fit each other replace two that one of them does not fit', () => {
  const both = [found('price.amount', '/data/price'), found('price.currency', null)]
  const { profile, setAside } = withFindings({}, ...both)
  expect(profile.price).toEqual({ amount: '/data/price', currency: null })
  expect(profile.provenance).toEqual({ price: 'observed' })
  expect(setAside).toEqual([])
})

test('a finding that fits into no profile is set aside, with the reason', () => {
  const { profile, setAside } = withFindings({}, found('price.amount', '/data/price/currency/x'))
  expect(profile).toEqual(DEFAULT_PROFILE)
  expect(setAside[0]?.reason).toMatch(/^It does not fit into the profile: profile: price: found/)
})

test('what the operator confirmed stays, and the difference is reported', () => {
  const start: PartialProfile = {
    auth: { header: 'X-Key', format: '{key}' },
    provenance: { auth: 'confirmed' },
  }
  const { profile, setAside } = withFindings(start, auth)
  expect(profile.auth.header).toBe('X-Key')
  expect(profile.provenance).toEqual({ auth: 'confirmed' })
  expect(setAside[0]?.reason).toBe('The starting profile has auth.header confirmed as "X-Key": that stays.')
})

test('what was confirmed, and seen the same, stays confirmed', () => {
  const { profile, setAside } = withFindings({ auth: AUTH, provenance: { auth: 'confirmed' } }, auth)
  expect(profile.provenance).toEqual({ auth: 'confirmed' })
  expect(setAside).toEqual([])
})

test('what is seen now replaces what was seen before, a guess does not', () => {
  const start: PartialProfile = {
    errors: { notFound: 404 },
    money: { format: 'decimal-number' },
    provenance: { errors: 'observed', 'money.format': 'observed' },
  }
  const { profile, setAside } = withFindings(start, notFound, format)
  expect(profile).toMatchObject({ errors: { notFound: 410 }, money: { format: 'decimal-number' } })
  expect(profile.provenance).toEqual({ errors: 'observed', 'money.format': 'observed' })
  expect(setAside.map(({ finding }) => finding.key)).toEqual(['money.format'])
})
