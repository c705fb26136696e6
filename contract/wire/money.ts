/** How a body writes amounts: `"25.00"`, `2500` or `25`. */
export type MoneyFormat = 'decimal-string' | 'minor-units' | 'decimal-number'

/** The profile's answer to the gap `money-format`. */
export type Money = { readonly format: MoneyFormat /** ISO 4217 code. */; readonly currency: string }

/** The currencies of ISO 4217 whose minor unit is not a hundredth. `Intl` follows CLDR, which differs: COP has 0 there. */
const DIGITS_OTHER_THAN_2 = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const

/** How many decimals a currency has, by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return DIGITS_OTHER_THAN_2.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2
}

/**
 * An amount as a body writes it.
 *
 * @param minorUnits an integer, in the currency's minor unit (cents for USD).
 *
 * @example
 * formatAmount(2500, { format: 'decimal-string', currency: 'USD' }) // '25.00'
 */
export function formatAmount(minorUnits: number, money: Money): string | number {
  if (money.format === 'minor-units') return minorUnits
  const decimal = toDecimal(minorUnits, currencyDigits(money.currency))
  return money.format === 'decimal-string' ? decimal : Number(decimal)
}

/** An amount in the currency's minor unit as a reader knows money, in any form that a body has it: `10.00 EUR`. */
export function moneyWords(minorUnits: number, { currency }: Pick<Money, 'currency'>): string {
  return `${toDecimal(minorUnits, currencyDigits(currency))} ${currency}`
}

/**
 * An amount read from a body, in minor units; `undefined` when it is not in the profile's format.
 *
 * @example
 * parseAmount('25.00', { format: 'decimal-string', currency: 'USD' }) // 2500
 * parseAmount(25, { format: 'decimal-string', currency: 'USD' }) // undefined
 */
export function parseAmount(value: unknown, money: Money): number | undefined {
  if (money.format === 'minor-units') return Number.isSafeInteger(value) ? (value as number) : undefined
  if (money.format === 'decimal-string') {
    return typeof value === 'string' ? fromDecimal(value, money.currency) : undefined
  }
  return typeof value === 'number' ? fromDecimal(String(value), money.currency) : undefined
}

/**
 * Why a decimal amount, as a text or a number, is more exact than its currency; undefined where it is not. Zeros at its end
 * do not count.
 */
export function excessDigits(value: unknown, currency: string): string | undefined {
  const digits = currencyDigits(currency)
  const [, decimals = ''] = /^-?\d+\.(\d+)$/.exec(String(value)) ?? []
  return /[^0]/.test(decimals.slice(digits))
    ? `a digit after the first ${digits} decimals matters`
    : undefined
}

function toDecimal(minorUnits: number, digits: number): string {
  const sign = minorUnits < 0 ? '-' : ''
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** More decimals than the currency has are the same amount only if they are zeros: 25.0000 USD is 25.00. */
function fromDecimal(text: string, currency: string): number | undefined {
  if (excessDigits(text, currency) !== undefined) return undefined
  const digits = currencyDigits(currency)
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  const [, sign = '', whole = '', decimals = ''] = match ?? []
  if (match === null) return undefined
  const minorUnits = Number(sign + whole + decimals.slice(0, digits).padEnd(digits, '0'))
  // Adding zero turns -0 into 0.
  return Number.isSafeInteger(minorUnits) ? minorUnits + 0 : undefined
}
