import { currencyDigits, type Money, type MoneyFormat, parseAmount } from '../../../contract/wire/money.ts'
import { wordsOf } from '../places.ts'
import { type Search, seenIn, together } from '../search.ts'
import type { SeenAmount } from './amounts.ts'

/** Purchases are paid from the balance, so its currency comes first; without one, that of the prices. */
function noteCurrency(search: Search, seen: readonly SeenAmount[]): string {
  const { findings, start } = search
  const saying = seen
    .toReversed()
    .flatMap(({ answers, currency }) => (currency === undefined ? [] : [{ answers, ...currency }]))
  const [first, ...others] = new Set(saying.flatMap(({ currencies }) => currencies))
  if (first === undefined) {
    const reason = 'No field says the currency: ask the operator, and set money.currency.'
    findings.miss('money.currency', reason)
    return start.money.currency
  }
  const isOnly = others.length === 0
  const reason = isOnly
    ? `Every currency that was found is ${first}.`
    : `The first currency that was found is ${first}; others are ${others.join(', ')}.`
  const evidence = together(saying.map(({ answers, pointer }) => seenIn(search, answers, [pointer])))
  findings.add('money.currency', first, reason, evidence, isOnly)
  return first
}

/** Finds how amounts are written (gap `money-format`). */
export function noteMoney(search: Search, seen: readonly SeenAmount[]): Money | undefined {
  const { findings } = search
  const currency = noteCurrency(search, seen)
  const amounts = seen.flatMap(({ place }) => place.amounts)
  const names = seen.flatMap(({ place }) => place.path)
  const isWrittenWithDecimals = seen.some(({ hasDecimals }) => hasDecimals)
  const found = moneyFormat({ amounts, names, currency, isWrittenWithDecimals })
  const evidence = together(seen.map(({ answers, place }) => seenIn(search, answers, [place.pointer])))
  if (found === undefined) {
    const reason =
      amounts.length === 0
        ? 'No amount was found that shows the format.'
        : `The amounts fit no format of the profile in ${currency}: ${amounts.slice(0, 4).join(', ')}.`
    findings.miss('money.format', reason, evidence)
    return undefined
  }
  const { format, isCertain, reason } = found
  findings.add('money.format', format, reason, evidence, isCertain)
  return { format, currency }
}

type AmountsSeen = {
  readonly amounts: readonly (string | number)[]
  readonly names: readonly string[]
  readonly currency: string
  /** Whether a number was written with decimals, also if they are zero: `25.00`. */
  readonly isWrittenWithDecimals?: boolean
}

type FormatSeen = { readonly format: MoneyFormat; readonly isCertain: boolean; readonly reason: string }

function formatOf({ amounts, names, currency, isWrittenWithDecimals = false }: AmountsSeen): FormatSeen {
  const certain = (format: MoneyFormat, reason: string) => ({ format, isCertain: true, reason })
  const likely = (format: MoneyFormat, reason: string) => ({ format, isCertain: false, reason })
  if (amounts.every((amount) => typeof amount === 'string')) {
    return amounts.some((amount) => amount.includes('.'))
      ? certain('decimal-string', 'The amounts are strings, and at least one of them has decimals.')
      : likely(
          'decimal-string',
          'The amounts are strings of whole numbers: they are read as decimals, not as minor units.',
        )
  }
  if (isWrittenWithDecimals || !amounts.every(Number.isInteger))
    return certain('decimal-number', 'The amounts are numbers, and at least one of them has decimals.')
  const whole = 'The amounts are whole numbers'
  if (names.flatMap(wordsOf).some((word) => MINOR.includes(word)))
    return certain('minor-units', `${whole}, and the name of their field says minor units.`)
  if (currencyDigits(currency) === 0)
    return certain('minor-units', `${whole} of a currency without decimals: both readings are the same.`)
  return amounts.map(Number).every((amount) => amount === 0 || Math.abs(amount) >= 100)
    ? likely(
        'minor-units',
        `${whole} of three digits or more: most likely minor units, but whole decimals would look the same.`,
      )
    : likely(
        'decimal-number',
        `${whole}, some of one or two digits: most likely decimals, but minor units would look the same.`,
      )
}

const MINOR = ['minor', 'cents', 'cent', 'pence', 'pennies']

/** By the surest sign; undefined if there is no amount, or if one has more decimals than its currency. */
export function moneyFormat(seen: AmountsSeen): FormatSeen | undefined {
  const found = formatOf(seen)
  const money = { format: found.format, currency: seen.currency }
  const isReadable = seen.amounts.every((amount) => parseAmount(amount, money) !== undefined)
  return isReadable && seen.amounts.length > 0 ? found : undefined
}
