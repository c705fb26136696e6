import type { ClientOperation } from './partner-purchase-error.ts'

/** The request that an error is about. */
export type FailedRequest = {
  readonly operation: ClientOperation
  /** Method and path, such as `GET /balance`. */
  readonly request: string
}

/** What to do after a request whose answer did not come, or cannot be used. */
export function adviceAfter(operation: ClientOperation): string {
  return operation === 'createOrder'
    ? 'The purchase may have been made: look it up, or send the identical body again; never buy under a new reference.'
    : 'This request bought nothing; it can be made again.'
}
