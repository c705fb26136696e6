import { expect, test } from 'vitest'
import { delayAfter } from './backoff.ts'

test('the backoff doubles, up to a minute', () => {
  const recovery = { firstDelayMs: 500, maxAttempts: 20 }
  const delays = [1, 2, 3, 7, 8, 20].map((failures) => delayAfter(new Error(), failures, recovery))
  expect(delays).toEqual([500, 1000, 2000, 32_000, 60_000, 60_000])
})
