import { expect, test } from 'vitest'
import { UsageError } from './errors.ts'
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
  ['a baseUrl', { baseUrl: undefined }],
])('%s is refused by name in %o', (name, option) => {
  const options = { ...GOOD, ...option } as ClientOptions
  expect(() => completeOptions(options)).toThrow(`createClient needs ${name}`)
})

test.each([
  ['host/v1', 'not an absolute URL'],
  ['ftp://host', 'the protocol ftp:'],
  ['https://user:hunter2@host', 'credentials'],
  ['https://host?token=hunter2', 'a query'],
  ['https://host#hunter2', 'a fragment'],
  ['https://host/hunter2', 'the key'],
])('%s is refused for %s, and not quoted', (text, found) => {
  const parse = () => completeOptions({ baseUrl: text, apiKey: 'hunter2' })
  expect(parse).toThrow(UsageError)
  expect(parse).toThrow(found)
  expect(parse).not.toThrow(/hunter2/)
})
