import { expect, test } from 'vitest'
import { targetOf } from './target.ts'

test('each target has a complete profile and its own run id', () => {
  const [one, other] = [1, 2].map(() => targetOf({ baseUrl: 'http://127.0.0.1:1/v1/', apiKey: 'pk_test_a' }))
  expect(one).toMatchObject({
    baseUrl: 'http://127.0.0.1:1/v1',
    profile: { products: { pointer: '/data/products' } },
  })
  expect(one?.runId).not.toBe(other?.runId)
})

test.for(['pk_live_a', '', 'pk_test_', 'pk_test_a b'])(
  'a target refuses the key %j, and the error does not repeat it',
  (apiKey) => {
    const refused = () => targetOf({ baseUrl: 'http://127.0.0.1:1', apiKey })
    expect(refused).toThrow(RangeError)
    if (apiKey.startsWith('pk_live')) expect(refused).not.toThrow(apiKey)
  },
)
