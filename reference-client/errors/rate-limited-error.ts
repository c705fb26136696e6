import { type ErrorAnswer, RefusedError } from './refused-error.ts'

/** The service was called too often. */
export class RateLimitedError extends RefusedError {
  override readonly name = 'RateLimitedError'
  /** What `Retry-After` says, in seconds; `null` when it is absent, no number, or beyond reason. */
  readonly retryAfterSeconds: number | null

  constructor(answer: ErrorAnswer & { readonly retryAfterSeconds: number | null }) {
    const { retryAfterSeconds } = answer
    const pause = retryAfterSeconds === null ? 'a while' : `${retryAfterSeconds} seconds`
    super(answer, `Wait ${pause}, then send the identical request again.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
