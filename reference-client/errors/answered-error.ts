import type { FailedRequest } from './failed-request.ts'
import { PartnerPurchaseError } from './partner-purchase-error.ts'

/** What an error body says, as far as it could be read; bounded, and without the key. */
export type ErrorBody = {
  readonly code: string | null
  readonly title: string | null
  readonly detail: string | null
}

/** A request that the service answered with an error status. */
export type ErrorAnswer = FailedRequest & ErrorBody & { readonly status: number }

/** The service answered with an error status. */
export abstract class AnsweredError extends PartnerPurchaseError {
  readonly status: number
  readonly code: string | null
  readonly title: string | null
  readonly detail: string | null

  constructor({ operation, request, status, code, title, detail }: ErrorAnswer, remedy: string) {
    const said = [code, title, detail].filter((part) => part !== null).join(': ')
    super(operation, `${request} was answered ${status}${said === '' ? '' : ` (${said})`}. ${remedy}`)
    this.status = status
    this.code = code
    this.title = title
    this.detail = detail
  }
}
