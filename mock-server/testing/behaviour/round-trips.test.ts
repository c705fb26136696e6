import { expect, test } from 'vitest'
import type { MockOptions } from '../../sandbox/mock.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'
import { mockWithKey } from './sandbox.fixture.ts'

/** A mock that records the calls to its store. */
function countingMock(options: MockOptions = {}) {
  const asked: (keyof Store)[] = []
  const noting = <Name extends 'enter' | 'placeOrder' | 'findOrder' | 'balance' | 'countAttempt'>(
    name: Name,
  ) => ({
    [name]: (...given: Parameters<Store[Name]>) => {
      asked.push(name)
      // One of the store's own operations, with what it was given.
      return (store[name] as (...given: unknown[]) => unknown)(...given)
    },
  })
  const store = memoryStore()
  const names = ['enter', 'placeOrder', 'findOrder', 'balance', 'countAttempt'] as const
  const counting: Store = Object.assign({ ...store }, ...names.map(noting))
  return { asked, sandbox: mockWithKey({ ...options, store: counting }).sandbox }
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
