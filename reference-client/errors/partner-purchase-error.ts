import type { OperationId } from '../../contract/wire/operations.ts'

/** What was being done: one of the six operations of the reference, or what the client makes of them. */
export type ClientOperation = OperationId | 'createClient' | 'follow' | 'purchase'

/** The base of every error that the client makes itself. None of them holds the API key. */
export class PartnerPurchaseError extends Error {
  override readonly name: string = 'PartnerPurchaseError'
  readonly operation: ClientOperation

  constructor(operation: ClientOperation, message: string, options?: { readonly cause: unknown }) {
    super(message, options)
    this.operation = operation
  }
}
