/** How many calls each key may still make at once: a token bucket per key, which fills at its rate. */
export type RateBuckets = {
  /**
   * Takes one token.
   *
   * @param rate tokens a second, and the size of the bucket.
   * @param now milliseconds, by the clock of the key.
   * @returns how long to wait for one, in milliseconds; 0 when it was taken.
   */
  take(key: string, rate: number, now: number): number
  /** Gives a key a full bucket, as for a reset of its sandbox. */
  reset(key: string): void
}

/** In thousandths of a token: what a rate of 1 adds in a millisecond. Integers avoid rounding errors. */
const TOKEN = 1000

type Bucket = { readonly level: number; readonly at: number }

/**
 * Buckets for a number of keys: above it, the key that has been idle for longest starts with a full bucket again.
 *
 * @example
 * const buckets = rateBuckets()
 * buckets.take('pk_test_me', 1, 0) // 0
 * buckets.take('pk_test_me', 1, 250) // 750
 */
export function rateBuckets(mostKeys = 10_000): RateBuckets {
  /** In the order of their last call. */
  const buckets = new Map<string, Bucket>()
  return {
    take(key, rate, now) {
      const { level, at } = buckets.get(key) ?? { level: rate * TOKEN, at: now }
      const filled = Math.min(rate * TOKEN, level + Math.max(0, now - at) * rate)
      const isTaken = filled >= TOKEN
      buckets.delete(key)
      buckets.set(key, { level: isTaken ? filled - TOKEN : filled, at: now })
      for (const longestIdle of buckets.keys()) {
        if (buckets.size <= mostKeys) break
        buckets.delete(longestIdle)
      }
      return isTaken ? 0 : (TOKEN - filled) / rate
    },
    reset: (key) => void buckets.delete(key),
  }
}
