import { AnsweredError, type ErrorAnswer } from './answered-error.ts'
import { adviceAfter } from './failed-request.ts'

/** The service failed: a 5xx. On a purchase it may have failed after the purchase was made. */
export class ServerError extends AnsweredError {
  override readonly name = 'ServerError'

  constructor(answer: ErrorAnswer) {
    super(answer, adviceAfter(answer.operation))
  }
}
