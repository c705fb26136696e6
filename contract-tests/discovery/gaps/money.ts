import { currencyDigits, type Money, type MoneyFormat, parseAmount } from '../../../contract/wire/money.ts'
import { placesBelowData, wordsOf } from '../places.ts'
import { type Searching, type Shown, together } from '../sources.ts'
import {
  type AmountPlace,
  type AmountSection,
  type CurrencyPlace,
  findAmounts,
  findCurrency,
  isCurrencyCode,
} from './amounts.ts'
import { alsoAt } from './positions.ts'

/** What is known of money: the position of a price, and the format of amounts. */
export type MoneyFound = { readonly priceAt: string; readonly money: Money }

/** An amount that was found, and where it was seen. */
type SeenAmount = {
  readonly shown: Shown
  readonly place: AmountPlace
  readonly currency: CurrencyPlace | undefined
}

/**
 * Finds where amounts and their currency are, and how they are written (gaps `price-fields`, `balance-fields`,
 * `money-format`).
 */
export function noteMoney(searching: Searching, price: Shown, balance: Shown): MoneyFound | undefined {
  const [prices, balances] = [findAmounts(price.bodies, 'price'), findAmounts(balance.bodies, 'balance')]
  const chosen = chooseAmounts(prices, balances)
  const seen = [
    noteAmount(searching, 'price', price, chosen.price, prices),
    noteAmount(searching, 'balance', balance, chosen.balance, balances),
  ].filter((one) => one !== undefined)
  const money = noteFormat(searching, seen, noteCurrency(searching, seen))
  return chosen.price && money && { priceAt: chosen.price.pointer, money }
}

/**
 * Chooses the places of price and balance. A profile has one money format: both are strings, or both are numbers.
 *
 * @param prices the places of a price, best first.
 * @param balances the places of a balance, best first.
 */
export function chooseAmounts(prices: readonly AmountPlace[], balances: readonly AmountPlace[]) {
  const isAlike = (place: AmountPlace) => (other: AmountPlace) => other.kind === place.kind
  const price = prices.find((place) => balances.some(isAlike(place))) ?? prices[0]
  return { price, balance: price === undefined ? balances[0] : balances.find(isAlike(price)) }
}

/** Places of the same kind that hold other amounts; what a document holds says nothing. */
export function rivalsOf(place: AmountPlace, all: readonly AmountPlace[], isDocument = false): AmountPlace[] {
  const amountsOf = ({ amounts }: AmountPlace) => amounts.map(Number).join()
  const others = all.filter((one) => one !== place && one.kind === place.kind)
  return others.filter((one) => isDocument || amountsOf(one) !== amountsOf(place))
}

function noteAmount(
  { findings }: Searching,
  section: AmountSection,
  shown: Shown,
  place: AmountPlace | undefined,
  all: readonly AmountPlace[],
): SeenAmount | undefined {
  const { bodies } = shown
  if (place === undefined) {
    findings.miss(`${section}.amount`, whyNone(section, shown), shown.evidence())
    return undefined
  }
  const { pointer, isNamed, isInList } = place
  const rivals = rivalsOf(place, all, shown.isDocument).map((rival) => rival.pointer)
  const isCertain = isNamed && !isInList && rivals.length === 0
  const unnamed = isNamed ? '' : '; its name does not say so, but it is the only one'
  const doubt = alsoAt(rivals) || (isInList ? ', in the first entry of a list' : unnamed)
  const what = bodies.length === 1 ? `the ${section}` : `each of ${bodies.length} ${section}s`
  const reason = isCertain
    ? `An amount stands at ${pointer} in ${what}.`
    : `The likeliest amount in ${what} stands at ${pointer}${doubt}.`
  findings.add(`${section}.amount`, pointer, reason, shown.evidence(pointer), isCertain)
  const currency = findCurrency(bodies, pointer)
  const at = currency?.pointer ?? null
  const others = currency?.rivals ?? []
  const near = others.length === 0 ? '' : `${alsoAt(others)}, as near to the amount`
  const where =
    at === null
      ? `No field of the ${section} says its currency in three capitals.`
      : `A currency stands at ${at}${near}.`
  findings.add(`${section}.currency`, at, where, shown.evidence(at ?? pointer), others.length === 0)
  return { shown, place, currency }
}

function whyNone(section: AmountSection, { bodies, what }: Shown): string {
  if (bodies.length === 0) return `No ${section} was found. ${what}.`
  const numbers = placesBelowData(bodies[0]).filter(({ value }) => typeof value === 'number')
  const candidates =
    numbers.length === 0 ? '' : `; candidates are ${numbers.map(({ pointer }) => pointer).join(', ')}`
  return `No amount was found whose name says that it is a ${section}, and that is written like the other amounts${candidates}.`
}

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

function noteFormat(
  { findings }: Searching,
  seen: readonly SeenAmount[],
  currency: string,
): Money | undefined {
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
  /** The names on the way to them. */
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

/**
 * The format of some amounts, by the surest sign.
 *
 * @returns undefined if there is no amount, or if one has more decimals than its currency.
 *
 * @example
 * moneyFormat({ amounts: [12.5, 20], names: ['price'], currency: 'EUR' })?.format // 'decimal-number'
 */
export function moneyFormat(seen: AmountsSeen): FormatSeen | undefined {
  const found = formatOf(seen)
  const money = { format: found.format, currency: seen.currency }
  const isReadable = seen.amounts.every((amount) => parseAmount(amount, money) !== undefined)
  return isReadable && seen.amounts.length > 0 ? found : undefined
}
