import { AnsweredError, type ErrorAnswer } from './answered-error.ts'

/** The service refused the request: a 4xx. */
export class RefusedError extends AnsweredError {
  override readonly name: string = 'RefusedError'

  constructor(
    answer: ErrorAnswer,
    remedy = 'Check the key, the request and the profile; unchanged, it will be refused again.',
  ) {
    super(answer, remedy)
  }
}
