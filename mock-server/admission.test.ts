import { describe, expect, test, vi } from 'vitest'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { createApp } from './app.ts'
import type { MockOptions } from './sandbox/mock.ts'
import { memoryStore } from './store/memory-store.ts'
import { inProcess, journalOf, mockWithKey, openSandbox } from './testing/behaviour/sandbox.fixture.ts'

function ping(headers: Record<string, string>, profile: PartialProfile = {}): Promise<Response> {
  return Promise.resolve(createApp({ profile }).request('/ping', { headers }))
}

test.each(['BEARER pk_test_me', 'Bearer pk_test_a-B_9', `Bearer pk_test_${'x'.repeat(128)}`])(
  'a key is accepted that is sent as %s',
  async (Authorization) => {
    expect((await ping({ Authorization })).status).toBe(200)
  },
)

describe('the scheme of the auth header', () => {
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

const KEY = 'pk_test_fault'

test('a fault of the mock is answered 500 and is in the journal; stderr has its cause, without the key', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const store = { ...memoryStore(), balance: () => Promise.reject(new Error(`disk full at ${KEY}`)) }
  const send = inProcess(createApp({ store }))
  const sandbox = openSandbox(send, { key: KEY })
  const answer = await sandbox.get('/balance')
  const text = await answer.text()
  expect([answer.status, text]).toEqual([500, expect.stringContaining('mock-fault')])
  expect(text).not.toContain('disk full')
  expect(answer.headers.get('Mock-Assumptions')).toBe('error-body=assumed')
  expect(await journalOf(send)).toMatchObject([{ operation: 'getBalance', response: { status: 500 } }])
  expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: disk full at [key]']])
  errors.mockRestore()
  expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
})

const CALLS: readonly PropertyKey[] = ['enter', 'placeOrder', 'findOrder', 'balance', 'countAttempt']

function countingMock(options: MockOptions = {}) {
  const asked: PropertyKey[] = []
  const store = new Proxy(memoryStore(), {
    get(target, name) {
      if (CALLS.includes(name)) asked.push(name)
      return Reflect.get(target, name)
    },
  })
  return { asked, sandbox: mockWithKey({ ...options, store }).sandbox }
}

test('a request asks its store once', async () => {
  const { asked, sandbox } = countingMock()
  await sandbox.buy('SCENARIO-AT-ONCE')
  await sandbox.lookUp('TEST:1')
  await sandbox.balance()
  await sandbox.get('/ping')
  expect(asked).toEqual(['placeOrder', 'findOrder', 'balance', 'enter'])
})

test('a rate limit asks once more, before anything is bought', async () => {
  const { asked, sandbox } = countingMock({ profile: { limits: { requestsPerSecond: 100 } } })
  await sandbox.buy('SCENARIO-AT-ONCE')
  expect(asked).toEqual(['enter', 'placeOrder'])
})
