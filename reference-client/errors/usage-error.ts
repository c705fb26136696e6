import { type ClientOperation, PartnerPurchaseError } from './partner-purchase-error.ts'

/** The client was given something that it cannot use. Nothing was sent. */
export class UsageError extends PartnerPurchaseError {
  override readonly name = 'UsageError'

  constructor(
    operation: ClientOperation,
    { asked, found, remedy }: { readonly asked: string; readonly found: string; readonly remedy: string },
  ) {
    super(operation, `${asked}; found ${found}. ${remedy}`)
  }
}
