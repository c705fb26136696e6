import { expect, test } from 'vitest'
import { type ClientOptions, completeOptions } from './options.ts'

const GOOD: ClientOptions = { baseUrl: 'https://service.test', apiKey: 'pk_live_1' }

test('an address and a key are enough, and the key may be of any environment', () => {
  expect(completeOptions(GOOD)).toMatchObject({
    apiKey: 'pk_live_1',
    timeoutMs: 10_000,
    recovery: { firstDelayMs: 500, maxAttempts: 5 },
  })
})

test.each(['', ' pk_test_1', 'pk_test_1\n', 'pk_test_\u00e9', 'pk_test_\u20ac', undefined, 7])(
  'the key %j is refused, since no header can carry it, and the error does not quote it',
  (apiKey) => {
    // The type forbids some of these; a caller in JavaScript does not see it.
    const options = { ...GOOD, apiKey } as ClientOptions
    expect(() => completeOptions(options)).toThrow(/^createClient needs an apiKey/)
    expect(() => completeOptions(options)).not.toThrow(/pk_test_/)
  },
)

test.each([
  ['timeoutMs', { timeoutMs: 0 }],
  ['timeoutMs', { timeoutMs: Number.NaN }],
  ['timeoutMs', { timeoutMs: 2 ** 31 }],
  ['recovery.firstDelayMs', { recovery: { firstDelayMs: -1 } }],
  ['recovery.maxAttempts', { recovery: { maxAttempts: 1.5 } }],
  ['fetch', { fetch: 'https' }],
  ['a clock', { clock: { now: () => 0 } }],
  ['a baseUrl', { baseUrl: undefined }],
])('%s is refused by name in %o', (name, option) => {
  const options = { ...GOOD, ...option } as ClientOptions
  expect(() => completeOptions(options)).toThrow(`createClient needs ${name}`)
})
