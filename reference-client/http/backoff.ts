import { RateLimitedError } from '../errors.ts'

/** How the client retries after a failure. */
export type Recovery = {
  /** The wait before the first retry, in milliseconds; it doubles with each retry. */
  readonly firstDelayMs: number
  /** The largest number of retries. */
  readonly maxAttempts: number
}

/** Five retries, from half a second, doubling: about fifteen seconds in total. */
export const DEFAULT_RECOVERY: Recovery = { firstDelayMs: 500, maxAttempts: 5 }

const LONGEST_DELAY_MS = 60_000

/** What `Retry-After` asks for, else the backoff, in milliseconds. The first failure in a row is 1. */
export function delayAfter(error: unknown, failures: number, { firstDelayMs }: Recovery): number {
  if (error instanceof RateLimitedError && error.retryAfterSeconds !== null) {
    return error.retryAfterSeconds * 1000
  }
  return Math.min(firstDelayMs * 2 ** (failures - 1), LONGEST_DELAY_MS)
}
