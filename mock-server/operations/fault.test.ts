import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { hasErrorShape } from '../../contract/profile/error-shape.ts'
import { createApp } from '../app.ts'
import { memoryStore } from '../store/memory-store.ts'
import { inProcess, journalOf, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

const KEY = 'pk_test_fault'

let errors: MockInstance<typeof console.error>
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => errors.mockRestore())

function sandboxWithFault(body: 'problem' | 'error-object') {
  const store = { ...memoryStore(), balance: () => Promise.reject(new Error(`disk full at ${KEY}`)) }
  const send = inProcess(createApp({ store, profile: { errors: { body } } }))
  return { send, sandbox: openSandbox(send, { key: KEY }) }
}

test.each(['problem', 'error-object'] as const)(
  'a fault of the mock is answered 500 in the shape %s, and says whose it is',
  async (shape) => {
    const { sandbox } = sandboxWithFault(shape)
    const answer = await sandbox.get('/balance')
    const body = await answer.json()
    expect(answer.status).toBe(500)
    expect(hasErrorShape(shape, body)).toBe(true)
    expect(JSON.stringify(body)).toContain('mock-fault')
    expect(answer.headers.get('Mock-Assumptions')).toBe('error-body=assumed')
  },
)

test('a fault of the mock is in the journal with its answer', async () => {
  const { send, sandbox } = sandboxWithFault('problem')
  await sandbox.get('/balance')
  expect(await journalOf(send)).toMatchObject([{ operation: 'getBalance', response: { status: 500 } }])
})

test('the cause of a fault is reported on stderr without the key, and to no caller', async () => {
  const { sandbox } = sandboxWithFault('problem')
  const answer = await sandbox.get('/balance')
  expect(await answer.text()).not.toContain('disk full')
  expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: disk full at [key]']])
})

test('after a fault the mock serves the next call', async () => {
  const { sandbox } = sandboxWithFault('problem')
  await sandbox.get('/balance')
  expect((await sandbox.buy('SCENARIO-AT-ONCE')).status).toBe(200)
})
