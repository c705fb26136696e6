import { expect, test } from 'vitest'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import type { Asked } from './near-miss.ts'
import { nearMissIn, refusedAs } from './refusals.fixture.ts'

type Call = Partial<Asked> & { target?: string }

const WITHOUT_KEY = { target: '/ping', hasKey: false, headers: {} }
const unlet = (asked: Call, partial?: PartialProfile) =>
  nearMissIn('unauthenticated', { ...WITHOUT_KEY, ...asked }, partial)

const authorized = (authorization: string): Call => ({ headers: { authorization } })

/** What it is by: an assumption on the transport of the key, or a clause. */
const BY = {
  form: { clause: null, gap: 'key-transport' },
  exposed: { clause: 'key-stays-on-server', gap: 'key-transport' },
  missing: { clause: 'key-required', gap: 'key-transport' },
  unknown: { clause: 'key-required', gap: null },
} as const

const NO_TEST_KEY =
  'What stands in Authorization is no TEST key: one begins with pk_test_ and goes on with 1 to 128 letters, digits, _ or -'

const ASSUMED =
  'The reference does not show the header or other means by which the key is sent: that it is sent as `Authorization: Bearer {key}` is an assumption of this profile.'

test.each<[by: keyof typeof BY, Call, says: string]>([
  ['form', { headers: { 'x-api-key': '[key]' } }, 'The key stands in the header "x-api-key"'],
  ['form', { headers: { 'x-mine': '[key]' } }, 'The key stands in the header "x-mine"'],
  ['form', authorized('[key]'), 'The header Authorization lacks "Bearer " before the key'],
  ['form', authorized('Basic [key]'), 'The header Authorization has the scheme Basic'],
  ['form', authorized('token [key]'), 'The header Authorization has the scheme Token'],
  ['exposed', { target: '/ping?api_key=1' }, 'The key stands in the URL'],
  ['exposed', { target: '/ping?x=[key]' }, 'The key stands in the URL'],
  ['exposed', { body: '{"key":"[key]"}' }, 'The key stands in the body'],
  ['missing', {}, 'No key is sent: there is no header Authorization'],
  ['unknown', authorized('Bearer sk_live_1'), NO_TEST_KEY],
])('a key that is %s, as in %j: what is wrong, and where it belongs', (by, asked, says) => {
  const { detail, nearMiss } = refusedAs('unauthenticated', { ...WITHOUT_KEY, ...asked }) ?? {}
  expect(detail).toBe(`${says}; send a TEST key as \`Authorization: Bearer pk_test_…\`.`)
  const differs = by === 'unknown' ? [`${says}.`] : [`${says}.`, ASSUMED]
  expect(nearMiss).toEqual({ operation: 'ping', differs, ...BY[by] })
})

test('a profile with another header names that header', () => {
  const auth = { header: 'X-Partner', format: 'key={key};v1' }
  const said = (headers: Call['headers'] = {}) => unlet({ headers }, { auth })?.differs[0]
  expect(said({ authorization: 'Bearer [key]' })).toBe('The key stands in the header "authorization".')
  expect(said({ 'x-partner': 'key=[key]' })).toBe('The header X-Partner is not of the form `key={key};v1`.')
  expect(said({ 'x-partner': '[key]' })).toBe('The header X-Partner lacks "key=" before the key.')
})

test('what else differs from the operation is reported after the key', () => {
  expect(unlet({ target: '/pin' })?.differs.at(-1)).toBe('The path has "pin" where "ping" belongs.')
})

test('a call for an unknown operation, and a key in the right place, are not near misses', () => {
  expect(unlet({ target: '/cards' })).toBeNull()
  expect(unlet({ hasKey: true })).toBeNull()
})
