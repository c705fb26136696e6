import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RateBuckets } from './token-bucket.ts'

test('a bucket has at most as many tokens as its rate, after any time', () => {
  const buckets = new RateBuckets()
  buckets.take('key', 2, 0)
  const later = [0, 0, 0].map(() => buckets.take('key', 2, 86_400_000) === 0)
  expect(later).toEqual([true, true, false])
})

test('a refused call takes no token', () => {
  const buckets = new RateBuckets()
  buckets.take('key', 1, 0)
  for (let now = 0; now < 1000; now += 10) expect(buckets.take('key', 1, now)).toBe(1000 - now)
  expect(buckets.take('key', 1, 1000)).toBe(0)
})

test('in any time, no more tokens are taken than the first ones and the refilled ones', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (rate, gaps) => {
      const buckets = new RateBuckets()
      let now = 0
      let taken = 0
      for (const gap of gaps) {
        now += gap
        if (buckets.take('key', rate, now) === 0) taken += 1
      }
      return taken <= rate + (rate * now) / 1000
    }),
  )
})

test('a time that goes back neither adds nor removes tokens', () => {
  const buckets = new RateBuckets()
  buckets.take('key', 1, 5000)
  expect(buckets.take('key', 1, 0)).toBe(1000)
})

test('only the given number of keys is remembered: the one that was idle for longest is forgotten', () => {
  const buckets = new RateBuckets(2)
  const isTaken = (key: string) => buckets.take(key, 1, 0) === 0
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(isTaken)).toEqual([true, true, false, true, false, true])
})
