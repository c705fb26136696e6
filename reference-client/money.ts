import type { ClientProfile } from './defaults.ts'

/** An amount: an integer in the minor unit of its currency (cents for USD). */
export type Money = {
  readonly minorUnits: number
  /** ISO 4217 code. */
  readonly currency: string
}

type AmountFormat = ClientProfile['money']['format']

/**
 * An amount as it stands in a body, in minor units; `undefined` when it is not in that format.
 *
 * @example
 * minorUnitsOf('25.00', 'decimal-string', 'USD') // 2500
 * minorUnitsOf('25,00', 'decimal-string', 'USD') // undefined
 */
export function minorUnitsOf(value: unknown, format: AmountFormat, currency: string): number | undefined {
  if (typeof value !== (format === 'decimal-string' ? 'string' : 'number')) return undefined
  const decimals = format === 'minor-units' ? 0 : decimalsOf(currency)
  const [, integer, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (integer === undefined || fraction.length > decimals) return undefined
  const minorUnits = Number(integer + fraction.padEnd(decimals, '0'))
  // Adding zero makes of -0 a plain 0.
  return Number.isSafeInteger(minorUnits) ? minorUnits + 0 : undefined
}

/** Whether a text is a currency code in the form of ISO 4217. */
export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}

/** Whether a balance is known to be below a price: amounts of different currencies do not compare. */
export function isBelow(balance: Money, price: Money): boolean {
  return balance.currency === price.currency && balance.minorUnits < price.minorUnits
}

/** By ISO 4217. `Intl` follows another list, which writes 25 COP without the decimals that the standard gives it. */
const DECIMALS: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

function decimalsOf(currency: string): number {
  return DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}
