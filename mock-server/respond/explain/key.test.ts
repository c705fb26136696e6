import { expect, test } from 'vitest'
import type { PartialProfile } from '../../../contract/profile/parse-profile.ts'
import type { Asked } from './asked.ts'
import { nearMissIn, refusedAs } from './explain.fixture.ts'

const AUTH_SAYS = 'The reference does not show the header or other means by which the key is sent'

const unlet = (asked: Partial<Asked> & { target?: string }, partial?: PartialProfile) =>
  nearMissIn('unauthenticated', { target: '/ping', hasKey: false, headers: {}, ...asked }, partial)

test.each([
  ['under another header', { 'x-api-key': '[key]' }, 'The key stands in the header "x-api-key".'],
  ['under a header of any name', { 'x-mine': '[key]' }, 'The key stands in the header "x-mine".'],
  [
    'without its scheme',
    { authorization: '[key]' },
    'The header Authorization lacks "Bearer " before the key.',
  ],
  [
    'as Basic credentials',
    { authorization: 'Basic [key]' },
    'The header Authorization has the scheme Basic.',
  ],
  ['as a token', { authorization: 'token [key]' }, 'The header Authorization has the scheme Token.'],
])('a key %s is by the gap of its transport, which is an assumption', (_, headers, says) => {
  const found = unlet({ headers })
  expect(found).toMatchObject({ operation: 'ping', clause: null, gap: 'key-transport' })
  const assumed = 'that it is sent as `Authorization: Bearer {key}` is an assumption of this profile.'
  expect(found?.differs).toEqual([says, `${AUTH_SAYS}: ${assumed}`])
})

test.each([
  ['in the query', { target: '/ping?api_key=1' }, 'The key stands in the URL.'],
  ['in the query, by its form', { target: '/ping?x=[key]' }, 'The key stands in the URL.'],
  ['in the body', { body: '{"key":"[key]"}' }, 'The key stands in the body.'],
])('a key %s is by a clause: there it must never be', (_, asked, says) => {
  expect(unlet(asked)).toMatchObject({ clause: 'key-stays-on-server', gap: 'key-transport' })
  expect(unlet(asked)?.differs[0]).toBe(says)
})

test('no key at all is by the clause that asks for one', () => {
  expect(unlet({})).toMatchObject({ clause: 'key-required', gap: 'key-transport' })
  expect(unlet({})?.differs[0]).toBe('No key is sent: there is no header Authorization.')
})

test('a key of another kind in the right place is by the clause alone', () => {
  const found = unlet({ headers: { authorization: 'Bearer sk_live_1' } })
  expect(found).toMatchObject({ operation: 'ping', clause: 'key-required', gap: null })
  expect(found?.differs[0]).toMatch(/^What stands in Authorization is no TEST key/)
})

test('a profile with another header names that header', () => {
  const auth = { header: 'X-Partner', format: 'key={key};v1' }
  expect(unlet({ headers: { authorization: 'Bearer [key]' } }, { auth })?.differs[0]).toBe(
    'The key stands in the header "authorization".',
  )
  expect(unlet({ headers: { 'x-partner': 'key=[key]' } }, { auth })?.differs[0]).toBe(
    'The header X-Partner is not of the form `key={key};v1`.',
  )
  expect(unlet({ headers: { 'x-partner': '[key]' } }, { auth })?.differs[0]).toBe(
    'The header X-Partner lacks "key=" before the key.',
  )
})

test.each([
  [{ 'x-api-key': '[key]' }, 'The key stands in the header "x-api-key"'],
  [{}, 'No key is sent: there is no header Authorization'],
  [
    { authorization: 'Bearer pk_live_x' },
    'What stands in Authorization is no TEST key: one begins with pk_test_',
  ],
])('a refusal says in one sentence what is wrong with the key, and where it belongs: %j', (headers, says) => {
  const remedy = 'send a TEST key as `Authorization: Bearer pk_test_…`.'
  const { detail } = refusedAs('unauthenticated', { hasKey: false, headers }) ?? {}
  expect(detail?.startsWith(says)).toBe(true)
  expect(detail).toMatch(new RegExp(`; ${remedy.replace(/[.…]/g, '.')}$`))
})

test('what else differs from the operation is reported after the key', () => {
  expect(unlet({ target: '/pin' })?.differs.at(-1)).toBe('The path has "pin" where "ping" belongs.')
})

test('a call for an unknown operation, and a key in the right place, are not near misses', () => {
  expect(unlet({ target: '/cards' })).toBeNull()
  expect(unlet({ hasKey: true })).toBeNull()
})
