import { expect, test } from 'vitest'
import { isBelow } from './money.ts'

test('amounts in different currencies are not compared', () => {
  const price = { minorUnits: 2500, currency: 'USD' }
  expect(isBelow({ minorUnits: 2499, currency: 'USD' }, price)).toBe(true)
  expect(isBelow({ minorUnits: 2500, currency: 'USD' }, price)).toBe(false)
  expect(isBelow({ minorUnits: 0, currency: 'EUR' }, price)).toBe(false)
})
