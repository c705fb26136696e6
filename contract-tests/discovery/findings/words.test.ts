import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

test.each([
  ['unitPrice', 'unit price'],
  ['unit_price-minor', 'unit price minor'],
  ['VATRate', 'vat rate'],
  ['currencyCode2', 'currency code2'],
  ['amount', 'amount'],
  ['größeInCm', 'größe in cm'],
  ['--', ''],
])('%s is read as "%s"', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words)
})
