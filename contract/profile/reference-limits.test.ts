import { expect, test } from 'vitest'
import { isWithinLimits, writtenWithin } from './reference-limits.ts'

test.for([
  [null, 'SHOP:1f-é'],
  ['A-Za-z0-9:-', 'SHOP:1f-'],
  ['A-Za-z0-9', 'SHOP1f'],
  ['a-z0-9_', 'shop1f'],
  ['A-Z0-9', 'SHOP1F'],
  ['0-9', '837279801102'],
] as const)('of the characters %s, a reference is written %s', ([characters, written]) => {
  const profile = { references: { characters, longest: null }, limits: { fieldCharacters: 256 } }
  expect(writtenWithin('SHOP:1f-é', profile)).toBe(written)
  expect(isWithinLimits(written, profile)).toBe(true)
})
