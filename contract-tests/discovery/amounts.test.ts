import { expect, test } from 'vitest'
import { amountsIn, findCurrency } from './amounts.ts'
import { readingOf } from './money.ts'
import { placesBelow } from './places.ts'

const pointersIn = (section: 'price' | 'balance', ...bodies: unknown[]) => {
  const places = amountsIn(
    bodies.map((data) => ({ data })),
    section,
  )
  return places.map(({ pointer }) => pointer)
}

test.each([
  [{ price: { amount: 2500, currency: 'EUR' } }, '/data/price/amount'],
  [{ price: { points: 5, amount: 2500 } }, '/data/price/amount'],
  [{ quote: { unitPrice: { value: 2500 } } }, '/data/quote/unitPrice/value'],
  [{ quote: { fee: { amount: 1 }, price: { amount: 2 } } }, '/data/quote/price/amount'],
  [{ vatRate: 19, quantityPrice: 3, minimumValue: 1, cost: 12.5 }, '/data/cost'],
  [{ amount: 5, price: { amount: 2 } }, '/data/price/amount'],
  [{ tiers: [{ price: 1 }], total: 2 }, '/data/total'],
  [{ list: { amt: 5 }, charge: { amt: 400, exp: -2 } }, '/data/charge/amt'],
  [{ price: 'free', label: 'x' }, undefined],
  [{ price: '25.00 EUR' }, undefined],
  [{ x: 1 }, undefined],
])('the price in %j is at %s', (body, pointer) => {
  expect(pointersIn('price', body)[0]).toBe(pointer)
})

test.each([
  [{ balance: { total: 100, available: 90, reserved: 10 } }, '/data/balance/available'],
  [{ creditLimit: 1000, account: { amount: 10 } }, '/data/account/amount'],
  [{ pendingBalance: 5, funds: 10 }, '/data/funds'],
  [{ account: { bal: { amt: 300000, exp: -2 }, points: 5 } }, '/data/account/bal/amt'],
])('the balance in %j is at %s', (body, pointer) => {
  expect(pointersIn('balance', body)[0]).toBe(pointer)
})

test('an amount is only found at a place that every body has', () => {
  expect(pointersIn('price', { price: 1, total: 2 }, { total: 3 })).toEqual(['/data/total'])
})

test.each([
  [{ currency: 'EUR', price: { amount: 1 } }, '/data/currency'],
  [{ fee: { currency: 'USD' }, price: { amount: 1, ccy: 'EUR' } }, '/data/price/ccy'],
  [{ price: { amount: 1, unit: 'EUR' } }, '/data/price/unit'],
  [{ price: { amount: 1, country: 'DEU' } }, undefined],
  [{ unit: 'EUR', price: { amount: 1 } }, undefined],
  [{ price: { amount: 1, currency: '€' } }, undefined],
])('the currency of the price in %j is at %s', (data, pointer) => {
  expect(findCurrency([{ data }], { path: ['price', 'amount'] }).nearest?.pointer).toBe(pointer)
})

test('another currency is a rival only if it is as near to the amount', () => {
  const data = { price: 1, currency: 'EUR', settlementCurrency: 'USD', fee: { currency: 'CHF' } }
  const { nearest, rivals } = findCurrency([{ data }], { path: ['price'] })
  expect([nearest, ...rivals].map((place) => place?.pointer)).toEqual([
    '/data/currency',
    '/data/settlementCurrency',
  ])
})

test.each<[(string | number)[], string, string, string?]>([
  [['25.0000', '7'], 'EUR', 'decimal-string observed'],
  [['25', '700'], 'EUR', 'decimal-string assumed'],
  [[12.5, 500_000], 'EUR', 'decimal-number observed'],
  [[2500, -100, 0], 'EUR', 'minor-units assumed'],
  [[25, 500_000], 'EUR', 'decimal-number assumed'],
  [[5, 700], 'EUR', 'minor-units observed', 'cents'],
  [[25, 5000], 'JPY', 'minor-units observed'],
])('the amounts %j in %s are read as %s', (amounts, currency, reading, word = 'price') => {
  const [, format, isCertain] = readingOf(amounts, [word], currency)
  expect(`${format} ${isCertain ? 'observed' : 'assumed'}`).toBe(reading)
})

test('only a part of a huge or very deep body is searched', () => {
  const deep = JSON.parse(`{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`) as unknown
  expect(placesBelow(deep)).toHaveLength(8)
  const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`m${i}`, { n: i }]))
  expect(placesBelow({ data: wide })).toHaveLength(20_000)
})
