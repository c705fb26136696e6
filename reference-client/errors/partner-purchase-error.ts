import type { OperationId } from '../../contract/wire/operations.ts'

/** The failed operation: one of the six of the reference, or one that the client builds from them. */
export type ClientOperation = OperationId | 'createClient' | 'follow' | 'purchase'

/** The base class of every error of the client. None of them contains the API key. */
export class PartnerPurchaseError extends Error {
  override readonly name: string = 'PartnerPurchaseError'
  readonly operation: ClientOperation

  constructor(operation: ClientOperation, message: string, options?: { readonly cause: unknown }) {
    super(message, options)
    this.operation = operation
  }
}
