import { currencyDigits, type MoneyFormat, parseAmount } from '../../../contract/wire/money.ts'
import { wordsOf } from './words.ts'

/** The format of amounts, as far as it can be recognised. */
export type FormatSeen = {
  readonly format: MoneyFormat
  readonly isCertain: boolean
  /** How it was recognised, as a sentence. */
  readonly reason: string
}

/** Amounts of one kind, all of them strings or all of them numbers, and their place. */
export type AmountsSeen = {
  readonly amounts: readonly (string | number)[]
  /** The names on the way to them. */
  readonly names: readonly string[]
  readonly currency: string
  /** Whether a number was written with decimals, also if they are zero: `25.00`. */
  readonly isWrittenWithDecimals?: boolean
}

type Guess = Omit<FormatSeen, 'format'>
type Sign = readonly [format: MoneyFormat, applies: (seen: AmountsSeen) => boolean, guess: Guess]

const observed = (reason: string): Guess => ({ isCertain: true, reason })
const assumed = (reason: string): Guess => ({ isCertain: false, reason })

/** The signs of a format, the surest first. */
const SIGNS: readonly Sign[] = [
  [
    'decimal-string',
    (seen) => areStrings(seen) && seen.amounts.some((amount) => String(amount).includes('.')),
    observed('The amounts are strings, and at least one of them has decimals.'),
  ],
  [
    'decimal-string',
    areStrings,
    assumed('The amounts are strings of whole numbers: they are read as decimals, not as minor units.'),
  ],
  [
    'decimal-number',
    ({ amounts, isWrittenWithDecimals }) =>
      isWrittenWithDecimals === true || !amounts.every(Number.isInteger),
    observed('The amounts are numbers, and at least one of them has decimals.'),
  ],
  [
    'minor-units',
    ({ names }) =>
      names.flatMap(wordsOf).some((word) => ['minor', 'cents', 'cent', 'pence', 'pennies'].includes(word)),
    observed('The amounts are whole numbers, and the name of their field says minor units.'),
  ],
  [
    'minor-units',
    ({ currency }) => currencyDigits(currency) === 0,
    observed('The amounts are whole numbers of a currency without decimals: both readings are the same.'),
  ],
  [
    'minor-units',
    ({ amounts }) => amounts.every((amount) => Number(amount) === 0 || Math.abs(Number(amount)) >= 100),
    assumed(
      'The amounts are whole numbers of three digits or more: most likely minor units, but whole decimals would look the same.',
    ),
  ],
  [
    'decimal-number',
    () => true,
    assumed(
      'The amounts are whole numbers, some of one or two digits: most likely decimals, but minor units would look the same.',
    ),
  ],
]

/**
 * The format of some amounts, by the surest sign.
 *
 * @returns undefined if there is no amount, or if one has more decimals than its currency.
 *
 * @example
 * moneyFormat({ amounts: [12.5, 20], names: ['price'], currency: 'EUR' })?.format // 'decimal-number'
 */
export function moneyFormat(seen: AmountsSeen): FormatSeen | undefined {
  const sign = SIGNS.find(([, applies]) => applies(seen))
  if (sign === undefined || seen.amounts.length === 0) return undefined
  const [format, , guess] = sign
  const money = { format, currency: seen.currency }
  const isReadable = seen.amounts.every((amount) => parseAmount(amount, money) !== undefined)
  return isReadable ? { format, ...guess } : undefined
}

function areStrings({ amounts }: AmountsSeen): boolean {
  return amounts.every((amount) => typeof amount === 'string')
}
