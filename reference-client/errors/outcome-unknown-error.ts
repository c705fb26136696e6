import { PartnerPurchaseError } from './partner-purchase-error.ts'

/** The purchase whose outcome is not known. */
export type UnknownOutcome = {
  readonly operation: 'purchase' | 'follow'
  readonly partnerReference: string
  /** `null` when only a reference was followed. */
  readonly sku: string | null
  /** How many times this call sent the purchase. */
  readonly attempts: number
  /** The last failure, or the reason of the abort. */
  readonly cause: unknown
}

/** The client could not find out whether the purchase was made, or how it ended. It may have been made. */
export class OutcomeUnknownError extends PartnerPurchaseError {
  override readonly name = 'OutcomeUnknownError'
  readonly partnerReference: string
  readonly sku: string | null
  readonly attempts: number

  constructor({ operation, partnerReference, sku, attempts, cause }: UnknownOutcome) {
    const item = sku === null ? '' : ` (sku ${sku}, sent ${attempts} ${attempts === 1 ? 'time' : 'times'})`
    super(
      operation,
      `The outcome of the purchase ${partnerReference}${item} is not known: it may have been made. ` +
        'Later, look it up by this reference, or send the identical body again; never buy it under a new reference.',
      { cause },
    )
    this.partnerReference = partnerReference
    this.sku = sku
    this.attempts = attempts
  }
}
