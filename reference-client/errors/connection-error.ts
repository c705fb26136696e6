import { adviceAfter, type FailedRequest } from './failed-request.ts'
import { PartnerPurchaseError } from './partner-purchase-error.ts'

/** No connection, or one that broke before the answer was complete. On a purchase this does not mean failure (§4.3). */
export class ConnectionError extends PartnerPurchaseError {
  override readonly name = 'ConnectionError'

  constructor({ operation, request, cause }: FailedRequest & { readonly cause: Error }) {
    super(operation, `${request} got no complete answer: ${cause.message}. ${adviceAfter(operation)}`, {
      cause,
    })
  }
}
