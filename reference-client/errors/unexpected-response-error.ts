import type { ClientProfileKey } from '../client-profile.ts'
import { adviceAfter, type FailedRequest } from './failed-request.ts'
import { PartnerPurchaseError } from './partner-purchase-error.ts'

/** Where a response differs from what was expected. */
export type ResponseDifference = {
  readonly status: number
  /** JSON Pointer (RFC 6901) to what differs, `''` for the whole body; `null` when it is not the body. */
  readonly position: string | null
  /** The key of the profile that says so; `null` when the reference does. */
  readonly profileKey: ClientProfileKey | null
  /** What was found, and what belongs there. */
  readonly found: string
}

/** An answer that is neither a refusal nor what the reference and the profile describe. */
export class UnexpectedResponseError extends PartnerPurchaseError {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  readonly position: string | null
  readonly profileKey: ClientProfileKey | null

  constructor({
    operation,
    request,
    status,
    position,
    profileKey,
    found,
  }: FailedRequest & ResponseDifference) {
    const remedy =
      profileKey === null ? '' : ` If the service does so on purpose, set ${profileKey} in the profile.`
    super(operation, `${request} was answered ${status}, but ${found}. ${adviceAfter(operation)}${remedy}`)
    this.status = status
    this.position = position
    this.profileKey = profileKey
  }
}
