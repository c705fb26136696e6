/** An amount: an integer in the minor unit of its currency (cents for USD). */
export type Money = {
  readonly minorUnits: number
  /** ISO 4217 code. */
  readonly currency: string
}

/** Whether a balance is known to be below a price: false for different currencies, which cannot be compared. */
export function isBelow(balance: Money, price: Money): boolean {
  return balance.currency === price.currency && balance.minorUnits < price.minorUnits
}
