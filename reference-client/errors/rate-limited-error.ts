import type { ErrorAnswer } from './answered-error.ts'
import { RefusedError } from './refused-error.ts'

/** The service was called too often. */
export class RateLimitedError extends RefusedError {
  override readonly name = 'RateLimitedError'
  /** `Retry-After` in seconds; `null` when it is absent, not a number, or too large. */
  readonly retryAfterSeconds: number | null

  constructor(answer: ErrorAnswer & { readonly retryAfterSeconds: number | null }) {
    const { retryAfterSeconds } = answer
    const pause = retryAfterSeconds === null ? 'a while' : `${retryAfterSeconds} seconds`
    super(answer, `Wait ${pause}, then send the identical request again.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
