import { describe, expect, test } from 'vitest'
import type { PartialProfile } from '../../contract/profile/parse-profile.ts'
import { createApp } from '../app.ts'

function ping(headers: Record<string, string>, profile: PartialProfile = {}): Promise<Response> {
  return Promise.resolve(createApp({ profile }).request('/ping', { headers }))
}

describe('a key is accepted', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])('whose scheme is written %s', async (scheme) => {
    expect((await ping({ Authorization: `${scheme} pk_test_me` })).status).toBe(200)
  })

  test.each(['pk_test_0', 'pk_test_pk_test_', 'pk_test_a-B_9', `pk_test_${'x'.repeat(128)}`])(
    'of the form %s',
    async (key) => {
      expect((await ping({ Authorization: `Bearer ${key}` })).status).toBe(200)
    },
  )
})

describe('a call that is not accepted gets the reason, and what to send', () => {
  test.each([
    [{}, 'there is no header Authorization'],
    [{ Authorization: 'Basic eDp5' }, 'The header Authorization has the scheme Basic'],
    [{ Authorization: 'Bearer pk_live_x' }, 'is no TEST key: one begins with pk_test_'],
    [{ Authorization: 'Bearer pk_test_!' }, 'goes on with 1 to 128 letters, digits, _ or -'],
  ])('%j', async (headers, why) => {
    const answer = await ping(headers as Record<string, string>)
    const { detail } = (await answer.json()) as { detail: string }
    expect(answer.status).toBe(401)
    expect(detail).toContain(why)
    expect(detail).toContain('send a TEST key as `Authorization: Bearer pk_test_…`')
  })
})

describe('the scheme that a key is asked for in', () => {
  test('is named by a 401 (RFC 9110, section 11.6.1)', async () => {
    expect((await ping({})).headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  test('is not named by a refusal of another status', async () => {
    const headers = { Authorization: 'Bearer pk_test_me' }
    const unknown = await createApp().request('/cards', { headers })
    expect(unknown.headers.has('WWW-Authenticate')).toBe(false)
    const other = await ping({}, { errors: { unauthenticated: 403 } })
    expect(other.headers.has('WWW-Authenticate')).toBe(false)
  })
})
