import { describe, expect, test } from 'vitest'
import { findAmounts } from './find-amount.ts'

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
