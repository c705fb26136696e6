/** In thousandths of a token: what a rate of 1 adds in a millisecond. Integers avoid rounding errors. */
const TOKEN = 1000

/** A token bucket per key, which fills at its rate. Above so many keys, the one idle for longest starts with a full one. */
export class RateBuckets {
  readonly #mostKeys: number
  /** In the order of their last call. */
  readonly #buckets = new Map<string, { readonly level: number; readonly at: number }>()

  constructor(mostKeys = 10_000) {
    this.#mostKeys = mostKeys
  }

  /** Takes one of `rate` tokens, which come again in each second of the clock. @returns how many milliseconds to wait; 0 when it was taken. */
  take(key: string, rate: number, now: number): number {
    const { level, at } = this.#buckets.get(key) ?? { level: rate * TOKEN, at: now }
    const filled = Math.min(rate * TOKEN, level + Math.max(0, now - at) * rate)
    const isTaken = filled >= TOKEN
    this.#buckets.delete(key)
    this.#buckets.set(key, { level: isTaken ? filled - TOKEN : filled, at: now })
    if (this.#buckets.size > this.#mostKeys) {
      const [longestIdle = key] = this.#buckets.keys()
      this.#buckets.delete(longestIdle)
    }
    return isTaken ? 0 : (TOKEN - filled) / rate
  }

  reset(key: string): void {
    this.#buckets.delete(key)
  }
}
