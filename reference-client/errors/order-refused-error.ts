import type { ErrorAnswer } from './answered-error.ts'
import { RefusedError } from './refused-error.ts'

/** The service refused this purchase request. Correct what it names, and keep the reference. */
export class OrderRefusedError extends RefusedError {
  override readonly name = 'OrderRefusedError'

  constructor(answer: ErrorAnswer) {
    super(answer, 'Correct what it names; for the same purchase keep the same reference.')
  }
}
