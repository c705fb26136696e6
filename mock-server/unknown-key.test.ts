import { expect, test } from 'vitest'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { createMock } from './app.ts'

const KEY = 'pk_test_abcdefgh'

type Call = { target?: string; headers?: Record<string, string>; body?: string }

/** The refusal of a call that has no valid key in the right place. */
async function refusalOf({ target = '/ping', body, headers = {} }: Call, profile: PartialProfile = {}) {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body }
  const answer = await createMock({ profile }).app.request(target, init)
  const text = await answer.text()
  expect(answer.status).toBe(401)
  expect(text).not.toContain(KEY)
  return JSON.parse(text) as { detail: string; nearMiss?: { operation: string; differs: string[] } }
}

const authorized = (Authorization: string): Call => ({ headers: { Authorization } })

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
  ['form', { headers: { 'x-api-key': KEY } }, 'The key stands in the header "x-api-key"'],
  ['form', { headers: { 'x-mine': KEY } }, 'The key stands in the header "x-mine"'],
  ['form', authorized(KEY), 'The header Authorization lacks "Bearer " before the key'],
  ['form', authorized(`Basic ${KEY}`), 'The header Authorization has the scheme Basic'],
  ['form', authorized(`token ${KEY}`), 'The header Authorization has the scheme Token'],
  ['exposed', { target: '/ping?api_key=1' }, 'The key stands in the URL'],
  ['exposed', { target: `/ping?x=${KEY}` }, 'The key stands in the URL'],
  ['exposed', { target: '/orders', body: `{"key":"${KEY}"}` }, 'The key stands in the body'],
  ['missing', {}, 'No key is sent: there is no header Authorization'],
  ['unknown', authorized('Bearer sk_live_1'), NO_TEST_KEY],
])('a key that is wrong by its %s, in %j, is told where it belongs', async (by, call, says) => {
  const { detail, nearMiss } = await refusalOf(call)
  expect(detail).toBe(`${says}; send a TEST key as \`Authorization: Bearer pk_test_…\`.`)
  const differs = by === 'unknown' ? [`${says}.`] : [`${says}.`, ASSUMED]
  const operation = call.target === '/orders' ? 'createOrder' : 'ping'
  expect(nearMiss).toEqual({ operation, differs, ...BY[by] })
})

test('a profile with another header names that header', async () => {
  const auth = { header: 'X-Partner', format: 'key={key};v1' }
  const differs = async (headers: Record<string, string>) =>
    (await refusalOf({ headers }, { auth })).nearMiss?.differs[0]
  expect(await differs({ authorization: `Bearer ${KEY}` })).toBe(
    'The key stands in the header "authorization".',
  )
  expect(await differs({ 'x-partner': `key=${KEY}` })).toBe(
    'The header X-Partner is not of the form `key={key};v1`.',
  )
  expect(await differs({ 'x-partner': KEY })).toBe('The header X-Partner lacks "key=" before the key.')
})

test('what else differs from the operation follows the key, and an unknown operation is no near miss', async () => {
  expect((await refusalOf({ target: '/pin' })).nearMiss?.differs.at(-1)).toBe(
    'The path has "pin" where "ping" belongs.',
  )
  expect(await refusalOf({ target: '/cards' })).not.toHaveProperty('nearMiss')
})
