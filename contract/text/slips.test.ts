import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slipsBetween } from './slips.ts'

test.each([
  ['orders', 'orders', 0],
  ['order', 'orders', 1],
  ['odrers', 'orders', 2],
  ['produts', 'products', 1],
  ['products', 'orders', undefined],
  ['pin', 'ping', 1],
  ['pign', 'ping', undefined],
  ['', 'a', 1],
  ['', '', 0],
])('%j is %j with so many slips: %s', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips)
})

test('slips are symmetric, and 0 only between equals', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  const property = fc.property(word, word, (one, other) => {
    expect(slipsBetween(one, other)).toBe(slipsBetween(other, one))
    expect(slipsBetween(one, other) === 0).toBe(one === other)
  })
  fc.assert(property)
})
