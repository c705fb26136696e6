import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDigits, formatAmount, type MoneyFormat, moneyWords, parseAmount } from './money.ts'

const FORMATS = ['decimal-string', 'minor-units', 'decimal-number'] as const
const CURRENCIES = ['USD', 'JPY', 'KWD']
const money = (format: MoneyFormat, currency: string) => ({ format, currency })

test.each(FORMATS.flatMap((format) => CURRENCIES.map((currency) => [format, currency] as const)))(
  'an amount in %s of %s is unchanged by a round trip, also through JSON',
  (format, currency) => {
    // Above 2 ** 52 a JSON number cannot represent every cent.
    const minorUnits = fc.integer({ min: -(2 ** 52), max: 2 ** 52 })
    fc.assert(
      fc.property(minorUnits, (amount) => {
        const sent = JSON.stringify(formatAmount(amount, money(format, currency)))
        expect(parseAmount(JSON.parse(sent), money(format, currency))).toBe(amount)
      }),
    )
  },
)

describe('writing', () => {
  test.each([
    [2500, 'decimal-string', 'USD', '25.00'],
    [5, 'decimal-string', 'USD', '0.05'],
    [-5, 'decimal-string', 'USD', '-0.05'],
    [2500, 'decimal-string', 'JPY', '2500'],
    [2500, 'decimal-string', 'KWD', '2.500'],
    [2500, 'minor-units', 'USD', 2500],
    [2550, 'decimal-number', 'USD', 25.5],
    [2500, 'decimal-number', 'JPY', 2500],
  ] as const)('%i as %s of %s is %j', (minorUnits, format, currency, written) => {
    expect(formatAmount(minorUnits, money(format, currency))).toBe(written)
  })
})

test.each([
  [1000, 'EUR', '10.00 EUR'],
  [-5, 'USD', '-0.05 USD'],
  [1000, 'JPY', '1000 JPY'],
  [1000, 'KWD', '1.000 KWD'],
])('%i minor units of %s are shown as %s', (minorUnits, currency, shown) => {
  expect(moneyWords(minorUnits, { currency })).toBe(shown)
})

describe('reading', () => {
  test.each([
    ['25', 'decimal-string', 'USD', 2500],
    ['-0', 'decimal-string', 'USD', 0],
    ['25.5', 'decimal-string', 'USD', 2550],
    ['25.005', 'decimal-string', 'USD', undefined],
    ['25.0000', 'decimal-string', 'USD', 2500],
    ['25.0010', 'decimal-string', 'USD', undefined],
    ['25.00', 'decimal-string', 'JPY', 25],
    ['25.50', 'decimal-string', 'JPY', undefined],
    ['2,500.00', 'decimal-string', 'USD', undefined],
    ['25.', 'decimal-string', 'USD', undefined],
    ['', 'decimal-string', 'USD', undefined],
    [25, 'decimal-string', 'USD', undefined],
    ['99999999999999.99', 'decimal-string', 'USD', undefined],
    [25.5, 'minor-units', 'USD', undefined],
    ['2500', 'minor-units', 'USD', undefined],
    [25.005, 'decimal-number', 'USD', undefined],
    ['25', 'decimal-number', 'USD', undefined],
    [1e21, 'decimal-number', 'USD', undefined],
    [Number.NaN, 'decimal-number', 'USD', undefined],
    [null, 'decimal-number', 'USD', undefined],
  ] as const)('%j as %s of %s is %s', (value, format, currency, minorUnits) => {
    expect(parseAmount(value, money(format, currency))).toBe(minorUnits)
  })
})

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  ['COP', 2],
  ['IQD', 3],
])('%s has %i decimals', (currency, digits) => {
  expect(currencyDigits(currency)).toBe(digits)
})
