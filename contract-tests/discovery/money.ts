import {
  currencyDigits,
  excessDigits,
  type Money,
  type MoneyFormat,
  parseAmount,
} from '../../contract/wire/money.ts'
import type { AmountPlace } from './amounts.ts'
import type { Probe } from './findings.ts'
import { wordsOf } from './places.ts'
import type { Search } from './prober.ts'

/** Finds the currency and the format of amounts (gap `money-format`), from the amounts that were found. */
export function findMoney(search: Search, balance?: AmountPlace, price?: AmountPlace): Money | undefined {
  const { findings } = search
  // A purchase is paid from the balance, so its currency comes first.
  const seen = [balance, price].filter((place) => place !== undefined)
  const probes = seen.flatMap((place) => place.probes)
  const currency = findCurrencyCode(search, seen, probes)
  const amounts = seen.flatMap((place) => place.amounts)
  const words = wordsOf(seen.flatMap(({ path }) => path))
  const [, format, isCertain, reason] = readingOf(amounts, words, currency)
  const isReadable = amounts.every((amount) => parseAmount(amount, { format, currency }) !== undefined)
  if (amounts.length > 0 && isReadable) {
    findings.add('money.format', format, reason, probes, isCertain)
    return { format, currency }
  }
  const examples = amounts.slice(0, 4).join(', ')
  const [excess] = amounts.flatMap((amount) => excessDigits(amount, currency) ?? [])
  const unfit = `No format fits ${examples} ${currency}${excess === undefined ? '' : `: ${excess}`}.`
  const why = amounts.length === 0 ? 'No amount was found.' : unfit
  findings.miss('money.format', why, probes)
  return undefined
}

function findCurrencyCode(
  { findings, start }: Search,
  seen: readonly AmountPlace[],
  probes: readonly Probe[],
): string {
  const [first, ...rest] = new Set(seen.flatMap(({ currencies }) => currencies))
  if (first === undefined) {
    findings.miss('money.currency', 'No answer says it: ask the operator.', probes)
    return start.money.currency
  }
  const reason = rest.length === 0 ? 'Every amount has this currency.' : `There are also ${rest.join(', ')}.`
  findings.add('money.currency', first, reason, probes, rest.length === 0)
  return first
}

const MINOR = ['minor', 'cents', 'cent', 'pence', 'pennies']

type Reading = readonly [isSo: boolean, format: MoneyFormat, isCertain: boolean, reason: string]

/** The most likely format of these amounts, and whether it is certain. `words` are the words in their names. */
export function readingOf(
  amounts: readonly (string | number)[],
  words: readonly string[],
  currency: string,
): Reading {
  const areTexts = amounts.every((amount) => typeof amount === 'string')
  const haveDecimals = amounts.some((amount) => String(amount).includes('.'))
  const sayMinor = words.some((word) => MINOR.includes(word))
  const areLong = amounts.every((amount) => Number(amount) === 0 || Math.abs(Number(amount)) >= 100)
  const whole = 'The amounts are whole numbers'
  const readings: readonly Reading[] = [
    [areTexts && haveDecimals, 'decimal-string', true, 'The amounts are strings with decimals.'],
    [
      areTexts,
      'decimal-string',
      false,
      'The amounts are strings without decimals, most likely not minor units.',
    ],
    [haveDecimals, 'decimal-number', true, 'The amounts are numbers with decimals.'],
    [sayMinor, 'minor-units', true, `${whole}, and their names say minor units.`],
    [currencyDigits(currency) === 0, 'minor-units', true, `${whole}, and ${currency} has no decimals.`],
    [areLong, 'minor-units', false, `${whole} of three digits or more, most likely minor units.`],
  ]
  const short = `${whole}, some of one or two digits, so most likely not minor units.`
  return readings.find(([isSo]) => isSo) ?? [true, 'decimal-number', false, short]
}
