import { currencyDigits, type Money, type MoneyFormat, parseAmount } from '../../../contract/wire/money.ts'
import { wordsOf } from '../places.ts'
import { type Searching, together } from '../sources.ts'
import { isCurrencyCode, type SeenAmount } from './amounts.ts'

/** Purchases are paid from the balance, so its currency comes first; without one, that of the prices. */
function noteCurrency({ findings, start }: Searching, seen: readonly SeenAmount[]): string {
  const saying = seen.toReversed().flatMap(({ shown, place, currency }) => {
    const at = currency?.pointer ?? place.pointer
    const listed = currency === undefined ? [] : shown.listed(at).map(String)
    const inWords = shown.descriptions(at).flatMap((text) => text.match(/\b[A-Z]{3}\b/g) ?? [])
    const codes = listed.length > 0 ? listed : [...(currency?.currencies ?? []), ...inWords]
    // A document shows what it made up, and any three capitals: only what it lists is certain.
    const isKnown = (code: string) => !shown.isDocument || (isCurrencyCode(code) && code !== 'XXX')
    const known = codes.filter(isKnown)
    return known.length === 0 ? [] : [{ at, shown, known, isCertain: !shown.isDocument || listed.length > 0 }]
  })
  const [first, ...others] = new Set(saying.flatMap(({ known }) => known))
  const [from] = saying
  if (first === undefined || from === undefined) {
    const reason = 'No field says the currency: ask the operator, and set money.currency.'
    findings.miss('money.currency', reason)
    return start.money.currency
  }
  const isOnly = others.length === 0
  const reason = isOnly
    ? `Every currency that was found is ${first}.`
    : `The first currency that was found is ${first}; others are ${others.join(', ')}.`
  const evidence = together(saying.map(({ shown, at }) => shown.evidence(at)))
  findings.add('money.currency', first, reason, evidence, isOnly && from.isCertain)
  return first
}

/** Finds how amounts are written (gap `money-format`). */
export function noteMoney(searching: Searching, seen: readonly SeenAmount[]): Money | undefined {
  const { findings } = searching
  const currency = noteCurrency(searching, seen)
  const amounts = seen.flatMap(({ place }) => place.amounts)
  const names = seen.flatMap(({ shown, place }) => [...place.path, ...shown.descriptions(place.pointer)])
  const isWrittenWithDecimals = seen.some(({ shown, place }) => shown.hasDecimals(place.pointer))
  const found = moneyFormat({ amounts, names, currency, isWrittenWithDecimals })
  const evidence = together(seen.map(({ shown, place }) => shown.evidence(place.pointer)))
  if (found === undefined) {
    const reason =
      amounts.length === 0
        ? 'No amount was found that shows the format.'
        : `The amounts fit no format of the profile in ${currency}: ${amounts.slice(0, 4).join(', ')}.`
    findings.miss('money.format', reason, evidence)
    return undefined
  }
  const { format, isCertain, reason } = found
  const isMadeUp = seen.every(({ shown, place }) => shown.isMadeUp(place.pointer))
  const why = isMadeUp ? `${reason} The document shows no amount, only its type.` : reason
  findings.add('money.format', format, why, evidence, isCertain && !isMadeUp)
  return { format, currency }
}

/** Amounts of one kind, all of them strings or all of them numbers, and their place. */
type AmountsSeen = {
  readonly amounts: readonly (string | number)[]
  readonly names: readonly string[]
  readonly currency: string
  /** Whether a number was written with decimals, also if they are zero: `25.00`. */
  readonly isWrittenWithDecimals?: boolean
}

/** The format of amounts, as far as it can be recognised, and how it was, as a sentence. */
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
    return certain('minor-units', `${whole}, and the name or a description of their field says minor units.`)
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
