import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount } from '../contract/wire/money.ts'
import { isBelow, minorUnitsOf } from './money.ts'

test.each([
  ['25.00', 'decimal-string', 'USD', 2500],
  ['25.5', 'decimal-string', 'USD', 2550],
  ['25', 'decimal-string', 'USD', 2500],
  ['-0.05', 'decimal-string', 'USD', -5],
  ['-0', 'decimal-string', 'USD', 0],
  ['2500', 'decimal-string', 'JPY', 2500],
  ['1.234', 'decimal-string', 'KWD', 1234],
  [2500, 'minor-units', 'USD', 2500],
  [25.5, 'decimal-number', 'USD', 2550],
] as const)('%j as %s of %s is %i minor units', (value, format, currency, minorUnits) => {
  expect(minorUnitsOf(value, format, currency)).toBe(minorUnits)
})

test.each([
  [25, 'decimal-string', 'USD'],
  ['25,00', 'decimal-string', 'USD'],
  ['25.001', 'decimal-string', 'USD'],
  ['25.00 ', 'decimal-string', 'USD'],
  ['.5', 'decimal-string', 'USD'],
  ['90071992547409.92', 'decimal-string', 'USD'],
  ['2500', 'minor-units', 'USD'],
  [25.5, 'minor-units', 'USD'],
  [1e21, 'decimal-number', 'USD'],
  [0.1 + 0.2, 'decimal-number', 'USD'],
  [null, 'decimal-number', 'USD'],
] as const)('%j is no amount as %s of %s', (value, format, currency) => {
  expect(minorUnitsOf(value, format, currency)).toBeUndefined()
})

test('whatever the contract writes, the client reads back', () => {
  const format = fc.constantFrom('decimal-string', 'minor-units', 'decimal-number')
  const amount = fc.integer({ min: -1e12, max: 1e12 })
  fc.assert(
    fc.property(amount, format, fc.constantFrom('USD', 'JPY', 'KWD'), (minorUnits, format, currency) => {
      const written = formatAmount(minorUnits, { format, currency })
      expect(minorUnitsOf(written, format, currency)).toBe(minorUnits)
    }),
  )
})

test('amounts of two currencies do not compare', () => {
  const price = { minorUnits: 2500, currency: 'USD' }
  expect(isBelow({ minorUnits: 2499, currency: 'USD' }, price)).toBe(true)
  expect(isBelow({ minorUnits: 2500, currency: 'USD' }, price)).toBe(false)
  expect(isBelow({ minorUnits: 0, currency: 'EUR' }, price)).toBe(false)
})

test('for every currency that the platform knows, an amount of the contract is read as it was written', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const written = formatAmount(1_234_567, { format: 'decimal-string', currency })
    expect(minorUnitsOf(written, 'decimal-string', currency), currency).toBe(1_234_567)
  }
})
