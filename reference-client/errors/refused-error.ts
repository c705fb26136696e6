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

/** The request and the answer of the service, as one sentence. */
export function errorAnswerText({ request, status, code, title, detail }: ErrorAnswer): string {
  const said = [code, title, detail].filter((part) => part !== null).join(': ')
  return `${request} was answered ${status}${said === '' ? '' : ` (${said})`}.`
}

/** The service refused the request: a 4xx. */
export class RefusedError extends PartnerPurchaseError {
  override readonly name: string = 'RefusedError'
  readonly status: number
  readonly code: string | null
  readonly title: string | null
  readonly detail: string | null

  constructor(
    answer: ErrorAnswer,
    remedy = 'Check the key, the request and the profile; unchanged, it will be refused again.',
  ) {
    super(answer.operation, `${errorAnswerText(answer)} ${remedy}`)
    this.status = answer.status
    this.code = answer.code
    this.title = answer.title
    this.detail = answer.detail
  }
}
