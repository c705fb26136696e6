import { adviceAfter } from './failed-request.ts'
import { PartnerPurchaseError } from './partner-purchase-error.ts'
import { type ErrorAnswer, errorAnswerText } from './refused-error.ts'

/** The service failed: a 5xx. On a purchase it may have failed after the purchase was made. */
export class ServerError extends PartnerPurchaseError {
  override readonly name = 'ServerError'
  readonly status: number
  readonly code: string | null
  readonly title: string | null
  readonly detail: string | null

  constructor(answer: ErrorAnswer) {
    super(answer.operation, `${errorAnswerText(answer)} ${adviceAfter(answer.operation)}`)
    this.status = answer.status
    this.code = answer.code
    this.title = answer.title
    this.detail = answer.detail
  }
}
