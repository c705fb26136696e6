import { expect, test } from 'vitest'
import { moneyFormat } from './money-format.ts'

const formatOf = (
  amounts: readonly (string | number)[],
  names = ['price'],
  currency = 'EUR',
  isWrittenWithDecimals = false,
) => {
  const seen = moneyFormat({ amounts, names, currency, isWrittenWithDecimals })
  return seen === undefined ? undefined : `${seen.format} ${seen.isCertain ? 'observed' : 'assumed'}`
}

test.each([
  ['strings with decimals', ['25.00', '7'], 'decimal-string observed'],
  ['strings without', ['25', '700'], 'decimal-string assumed'],
  ['numbers of which one has decimals', [12.5, 500_000], 'decimal-number observed'],
  ['whole numbers, all of three digits or more', [2500, 100, 0], 'minor-units assumed'],
  ['a whole debt', [-2500, 1000], 'minor-units assumed'],
  ['whole numbers, one of them short', [25, 500_000], 'decimal-number assumed'],
])('%s are recognised as %s', (_, amounts, expected) => {
  expect(formatOf(amounts)).toBe(expected)
})

test('a field name can say minor units', () => {
  expect(formatOf([5, 700], ['price', 'amountMinor'])).toBe('minor-units observed')
  expect(formatOf([5, 700], ['balance_in_cents'])).toBe('minor-units observed')
})

test('a currency without decimals leaves no doubt', () => {
  expect(formatOf([25, 5000], ['price'], 'JPY')).toBe('minor-units observed')
})

test('written decimals decide, also if they are zero', () => {
  expect(formatOf([2500, 100], ['price'], 'EUR', true)).toBe('decimal-number observed')
})

test.each([
  ['no amount', [], 'EUR'],
  ['more decimals than the currency has', ['25.0000'], 'EUR'],
  ['decimals in a currency without', [25.5], 'JPY'],
])('no format is recognised in %s', (_, amounts, currency) => {
  expect(formatOf(amounts, ['price'], currency)).toBeUndefined()
})
