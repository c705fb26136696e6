import { expect, test } from 'vitest'
import { killRepeatedly } from './kill.fixture.ts'

test('a mock that is killed at random moments has every purchase that it answered, once, and the right balance', async () => {
  for (const { answered, found, boughtTwice, isBalanceRight } of await killRepeatedly(5)) {
    expect(answered).toBeGreaterThan(0)
    expect({ found, boughtTwice, isBalanceRight }).toEqual({
      found: answered,
      boughtTwice: 0,
      isBalanceRight: true,
    })
  }
}, 60_000)
