import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { ClientProfile } from './client-profile.ts'
import { createExcerpt } from './http/excerpt.ts'
import { type ClientProfileAnswers, completeProfile } from './profile.ts'

const excerpt = createExcerpt('pk_test_1')
const { limits: _, provenance: __, references: ___, requests: ____, errors, ...read } = DEFAULT_PROFILE
const DEFAULTS: ClientProfile = {
  ...read,
  errors: { notFound: errors.notFound, rateLimited: errors.rateLimited },
}

test('no answers are the defaults', () => {
  expect(completeProfile({}, excerpt)).toEqual(DEFAULTS)
})

test('a whole profile of the kit fits', () => {
  expect(completeProfile(DEFAULT_PROFILE, excerpt)).toEqual(DEFAULTS)
})

test('one answer changes no other', () => {
  const profile = completeProfile({ price: { currency: null } }, excerpt)
  expect(profile).toEqual({ ...DEFAULTS, price: { ...DEFAULTS.price, currency: null } })
})

test.each([
  ['auth.header', { auth: { header: 'X Api Key' } }],
  ['auth.format', { auth: { format: 'Bearer' } }],
  ['auth.format', { auth: { format: '{key}{key}' } }],
  ['ping.mode', { ping: { mode: 'mode' } }],
  ['lookup.method', { lookup: { method: 'TRACE' } }],
  ['lookup.path', { lookup: { path: '/orders' } }],
  ['products.pointer', { products: { pointer: '/data/~2' } }],
  ['balance.amount', { balance: { amount: null } }],
  ['money.format', { money: { format: 'cents' } }],
  ['money.currency', { money: { currency: 'dollar' } }],
  ['states.success', { states: { success: ['PROCESSING'] } }],
  ['errors.notFound', { errors: { notFound: 200 } }],
  ['the key auht', { auht: {} }],
  ['the key lookup.verb', { lookup: { verb: 'GET' } }],
  ['the key constructor', { constructor: {} }],
])('%s is refused by name in %j', (name, answers) => {
  expect(() => completeProfile(answers as ClientProfileAnswers, excerpt)).toThrow(name)
})

test('a key written into the format is not quoted', () => {
  expect(() => completeProfile({ auth: { format: 'Bearer pk_live_2' } }, excerpt)).not.toThrow(/pk_live_2/)
})
