import { AnsweredError } from './errors.ts'

/** How the client retries after a failure. */
export type Recovery = {
  /** The wait before the first round, in milliseconds; it doubles with each round. */
  readonly firstDelayMs: number
  /** How many rounds of looking up and sending again follow the first attempt. Also how many polls in a row may fail. */
  readonly maxAttempts: number
}

/** Five rounds, from half a second, doubling: about fifteen seconds in total. */
export const DEFAULT_RECOVERY: Recovery = { firstDelayMs: 500, maxAttempts: 5 }

const LONGEST_DELAY_MS = 60_000
/** A service that asks for more is not waited for: the caller looks again. */
const LONGEST_PAUSE_SECONDS = 300

/** The wait after so many failures in a row, and never less than what the last answer asked for. Milliseconds. */
export function delayAfter(error: unknown, failures: number, { firstDelayMs }: Recovery): number {
  const backoff = Math.min(firstDelayMs * 2 ** (failures - 1), LONGEST_DELAY_MS)
  return Math.max(askedPauseMs(error), backoff)
}

/** What `Retry-After` asked for; 0 where it asked for nothing. Milliseconds. */
export function askedPauseMs(error: unknown): number {
  return error instanceof AnsweredError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}

/** Whether the last answer asked for a longer pause than a call may take. */
export function asksTooLong(error: unknown): boolean {
  return askedPauseMs(error) > LONGEST_PAUSE_SECONDS * 1000
}
