import type { ErrorAnswer } from './answered-error.ts'
import { RefusedError } from './refused-error.ts'

/** The service knows no order of this reference, at this moment. */
export class OrderNotFoundError extends RefusedError {
  override readonly name = 'OrderNotFoundError'
  readonly partnerReference: string

  constructor(answer: ErrorAnswer & { readonly partnerReference: string }) {
    super(
      answer,
      'No order of this reference is known now. If one was sent, send the identical body again; if orders are looked up elsewhere, set lookup in the profile.',
    )
    this.partnerReference = answer.partnerReference
  }
}
