/** In thousandths of a token: what a rate of 1 adds in a millisecond. Integers avoid rounding errors. */
const TOKEN = 1000

/** A token bucket for each key that a rate limits. It refills at that rate, by the clock of the key. */
export class RateBuckets {
  readonly #buckets = new Map<string, { readonly level: number; readonly at: number }>()

  /** Takes a token. @returns how many milliseconds to wait for one; 0 if it was taken. */
  take(key: string, rate: number, now: number): number {
    const { level, at } = this.#buckets.get(key) ?? { level: rate * TOKEN, at: now }
    const filled = Math.min(rate * TOKEN, level + Math.max(0, now - at) * rate)
    const isTaken = filled >= TOKEN
    this.#buckets.set(key, { level: isTaken ? filled - TOKEN : filled, at: now })
    return isTaken ? 0 : (TOKEN - filled) / rate
  }

  reset(key: string): void {
    this.#buckets.delete(key)
  }
}
