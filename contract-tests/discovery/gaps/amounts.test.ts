import { describe, expect, test } from 'vitest'
import { findAmounts, findCurrency } from './amounts.ts'

const first = (section: 'price' | 'balance', ...bodies: unknown[]) =>
  findAmounts(
    bodies.map((data) => ({ data })),
    section,
  )[0]?.pointer

describe('a price is found', () => {
  test.each([
    ['plain', { price: '25.00' }, '/data/price'],
    ['as an amount', { price: { amount: 2500, currency: 'EUR' } }, '/data/price/amount'],
    [
      'nested, under a name of several words',
      { quote: { unitPrice: { value: 2500 } } },
      '/data/quote/unitPrice/value',
    ],
    ['before a fee', { quote: { fee: { amount: 1 }, price: { amount: 2 } } }, '/data/quote/price/amount'],
    ['before a face value', { faceValue: 5000, price: 4800 }, '/data/price'],
    [
      'before a rate and a quantity',
      { vatRate: 19, quantityPrice: 3, minimumValue: 1, cost: 12.5 },
      '/data/cost',
    ],
    ['inside a price, not next to it', { amount: 5, price: { amount: 2 } }, '/data/price/amount'],
    ['outside a list before inside one', { tiers: [{ price: 1 }], total: 2 }, '/data/total'],
    ['inside a list, where there is nothing else', { prices: [{ amount: 1 }] }, '/data/prices/0/amount'],
    ['as the entry of a list', { prices: [5] }, '/data/prices/0'],
    ['by itself under any name', { usd: '25.00', sku: 'A' }, '/data/usd'],
  ])('%s', (_, body, pointer) => {
    expect(first('price', body)).toBe(pointer)
  })
})

describe('a balance is found', () => {
  test.each([
    ['plain', { balance: 100 }, '/data/balance'],
    [
      'as what is available',
      { balance: { total: 100, available: 90, reserved: 10 } },
      '/data/balance/available',
    ],
    ['before a limit', { creditLimit: 1000, account: { amount: 10 } }, '/data/account/amount'],
    ['before what is pending', { pendingBalance: 5, funds: 10 }, '/data/funds'],
    ['as nothing, and as a debt', { balance: -3.5 }, '/data/balance'],
    ['not as the number of an account', { accountNumber: '12345678', value: '10.00' }, '/data/value'],
  ])('%s', (_, body, pointer) => {
    expect(first('balance', body)).toBe(pointer)
  })
})

test.each([
  ['no number', { price: 'free', label: 'x' }],
  ['an amount with its currency in one text', { price: '25.00 EUR' }],
  ['two fields whose names say nothing', { x: 1, y: 2 }],
  ['a fee alone', { fee: 1 }],
  ['nothing', {}],
])('there is no amount in %s', (_, body) => {
  expect(first('price', body)).toBeUndefined()
})

test('an amount is at the same place in every body, and of one kind', () => {
  expect(first('price', { price: 1, total: 2 }, { total: 3 })).toBe('/data/total')
  expect(first('price', { price: 1, total: 2 }, { price: '1.00', total: 2 })).toBe('/data/total')
  expect(first('price', { A: { price: 1 } }, { B: { price: 1 } })).toBeUndefined()
})

test('the amounts are those of each body', () => {
  const [place] = findAmounts([{ data: { price: 1 } }, { data: { price: 2.5 } }], 'price')
  expect(place).toMatchObject({ kind: 'number', amounts: [1, 2.5], isNamed: true, isInList: false })
})

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
