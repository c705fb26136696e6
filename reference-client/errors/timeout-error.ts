import { adviceAfter, type FailedRequest } from './failed-request.ts'
import { PartnerPurchaseError } from './partner-purchase-error.ts'

/** No complete answer came in time. On a purchase this does not mean failure (§4.3). */
export class TimeoutError extends PartnerPurchaseError {
  override readonly name = 'TimeoutError'
  /** In milliseconds. */
  readonly timeoutMs: number

  constructor({ operation, request, timeoutMs }: FailedRequest & { readonly timeoutMs: number }) {
    super(operation, `${request} was not answered within ${timeoutMs} ms. ${adviceAfter(operation)}`)
    this.timeoutMs = timeoutMs
  }
}
