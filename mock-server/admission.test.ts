import { describe, expect, test, vi } from 'vitest'
import { hasErrorShape } from '../contract/profile/error-shape.ts'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { createApp } from './app.ts'
import type { MockOptions } from './sandbox/mock.ts'
import { memoryStore } from './store/memory-store.ts'
import { inProcess, journalOf, mockWithKey, openSandbox } from './testing/behaviour/sandbox.fixture.ts'

function ping(headers: Record<string, string>, profile: PartialProfile = {}): Promise<Response> {
  return Promise.resolve(createApp({ profile }).request('/ping', { headers }))
}

test.each([
  ...['bearer', 'BEARER'].map((scheme) => `${scheme} pk_test_me`),
  ...['pk_test_0', 'pk_test_pk_test_', 'pk_test_a-B_9', `pk_test_${'x'.repeat(128)}`].map(
    (key) => `Bearer ${key}`,
  ),
])('a key is accepted that is sent as %s', async (Authorization) => {
  expect((await ping({ Authorization })).status).toBe(200)
})

test('a call that is not accepted gets the reason, and what to send', async () => {
  const answer = await ping({ Authorization: 'Bearer pk_test_!' })
  expect(answer.status).toBe(401)
  const { detail } = (await answer.json()) as { detail: string }
  expect(detail).toContain('goes on with 1 to 128 letters, digits, _ or -')
  expect(detail).toContain('send a TEST key as `Authorization: Bearer pk_test_…`')
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

const KEY = 'pk_test_fault'

function sandboxWithFault(body: 'problem' | 'error-object') {
  const store = { ...memoryStore(), balance: () => Promise.reject(new Error(`disk full at ${KEY}`)) }
  const send = inProcess(createApp({ store, profile: { errors: { body } } }))
  return { send, sandbox: openSandbox(send, { key: KEY }) }
}

test.each(['problem', 'error-object'] as const)(
  'a fault of the mock is answered 500 in the shape %s, says whose it is, and is in the journal; stderr has its cause, without the key',
  async (shape) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send, sandbox } = sandboxWithFault(shape)
    const answer = await sandbox.get('/balance')
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(hasErrorShape(shape, JSON.parse(text))).toBe(true)
    expect(text).toContain('mock-fault')
    expect(text).not.toContain('disk full')
    expect(answer.headers.get('Mock-Assumptions')).toBe('error-body=assumed')
    expect(await journalOf(send)).toMatchObject([{ operation: 'getBalance', response: { status: 500 } }])
    expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: disk full at [key]']])
    errors.mockRestore()
    expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
  },
)

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

test('a call makes one call to its store', async () => {
  const { asked, sandbox } = countingMock()
  await sandbox.buy('SCENARIO-AT-ONCE')
  await sandbox.lookUp('TEST:1')
  await sandbox.balance()
  await sandbox.get('/ping')
  expect(asked).toEqual(['placeOrder', 'findOrder', 'balance', 'enter'])
})

test('a rate limit is applied before anything is bought, with one more call', async () => {
  const { asked, sandbox } = countingMock({ profile: { limits: { requestsPerSecond: 100 } } })
  await sandbox.buy('SCENARIO-AT-ONCE')
  expect(asked).toEqual(['enter', 'placeOrder'])
})
