import { expect, test } from 'vitest'
import { findCurrency } from './find-currency.ts'

const find = (amount: string, ...bodies: unknown[]) =>
  findCurrency(
    bodies.map((data) => ({ data })),
    amount,
  )

test.each([
  ['next to the amount', { price: { amount: 1, currency: 'EUR' } }, '/data/price/currency'],
  ['above the amount', { currency: 'EUR', price: { amount: 1 } }, '/data/currency'],
  [
    'nearer than that of a fee',
    { fee: { currency: 'USD' }, price: { amount: 1, currency: 'EUR' } },
    '/data/price/currency',
  ],
  ['under a short name', { price: { amount: 1, ccy: 'EUR' } }, '/data/price/ccy'],
  [
    'under another name, as a known code next to the amount',
    { price: { amount: 1, unit: 'EUR' } },
    '/data/price/unit',
  ],
  [
    'by its name before a code that is as near',
    { price: { amount: 1, in: 'USD', currencyCode: 'XTS' } },
    '/data/price/currencyCode',
  ],
])('a currency is found %s', (_, data, pointer) => {
  expect(find('/data/price/amount', data)).toMatchObject({ pointer, rivals: [] })
})

test.each([
  ['a country', { price: { amount: 1, country: 'DEU' } }],
  ['a code of something that is not next to the amount', { unit: 'EUR', price: { amount: 1 } }],
  ['small letters', { price: { amount: 1, currency: 'eur' } }],
  ['a sign', { price: { amount: 1, currency: '€' } }],
  ['nothing', { price: { amount: 1 } }],
])('there is no currency in %s', (_, data) => {
  expect(find('/data/price/amount', data)).toBeUndefined()
})

test('it is in every body, and the currencies are reported', () => {
  const bodies = [
    { price: 1, currency: 'EUR' },
    { price: 1, currency: 'USD' },
  ]
  expect(find('/data/price', ...bodies)?.currencies).toEqual(['EUR', 'USD'])
  expect(find('/data/price', { price: 1, currency: 'EUR' }, { price: 1 })).toBeUndefined()
})

test('another currency at the same distance is a rival', () => {
  const body = { price: 1, currency: 'EUR', settlementCurrency: 'USD' }
  expect(find('/data/price', body)).toMatchObject({
    pointer: '/data/currency',
    rivals: ['/data/settlementCurrency'],
  })
})
