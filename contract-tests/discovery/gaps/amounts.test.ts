import { expect, test } from 'vitest'
import { chooseAmounts, findAmounts, findCurrency, rivalsOf } from './amounts.ts'
import { moneyFormat } from './money.ts'

const inData = (bodies: readonly unknown[]) => bodies.map((data) => ({ data }))
const first = (section: 'price' | 'balance', ...bodies: unknown[]) =>
  findAmounts(inData(bodies), section)[0]?.pointer

test.each([
  [{ price: '25.00' }, '/data/price'],
  [{ price: { amount: 2500, currency: 'EUR' } }, '/data/price/amount'],
  [{ quote: { unitPrice: { value: 2500 } } }, '/data/quote/unitPrice/value'],
  [{ quote: { fee: { amount: 1 }, price: { amount: 2 } } }, '/data/quote/price/amount'],
  [{ faceValue: 5000, price: 4800 }, '/data/price'],
  [{ vatRate: 19, quantityPrice: 3, minimumValue: 1, cost: 12.5 }, '/data/cost'],
  [{ amount: 5, price: { amount: 2 } }, '/data/price/amount'],
  [{ tiers: [{ price: 1 }], total: 2 }, '/data/total'],
  [{ prices: [{ amount: 1 }] }, '/data/prices/0/amount'],
  [{ prices: [5] }, '/data/prices/0'],
  [{ usd: '25.00', sku: 'A' }, '/data/usd'],
  [{ list: { amt: 5 }, charge: { amt: 400, exp: -2 } }, '/data/charge/amt'],
  [{ price: 'free', label: 'x' }, undefined],
  [{ price: '25.00 EUR' }, undefined],
  [{ x: 1, y: 2 }, undefined],
  [{ fee: 1 }, undefined],
  [{}, undefined],
])('the price in %j is at %s', (body, pointer) => {
  expect(first('price', body)).toBe(pointer)
})

test.each([
  [{ balance: 100 }, '/data/balance'],
  [{ balance: { total: 100, available: 90, reserved: 10 } }, '/data/balance/available'],
  [{ creditLimit: 1000, account: { amount: 10 } }, '/data/account/amount'],
  [{ pendingBalance: 5, funds: 10 }, '/data/funds'],
  [{ balance: -3.5 }, '/data/balance'],
  [{ account: { bal: { amt: 300000, exp: -2 }, points: 5 } }, '/data/account/bal/amt'],
  [{ account: { number: '22', credit: '90.00', bonus: '1.00' } }, '/data/account/credit'],
  [{ accountNumber: '12345678', value: '10.00' }, '/data/value'],
])('the balance in %j is at %s', (body, pointer) => {
  expect(first('balance', body)).toBe(pointer)
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

const currencyOf = (amount: string, ...bodies: unknown[]) => findCurrency(inData(bodies), amount)

test.each([
  [{ price: { amount: 1, currency: 'EUR' } }, '/data/price/currency'],
  [{ currency: 'EUR', price: { amount: 1 } }, '/data/currency'],
  [{ fee: { currency: 'USD' }, price: { amount: 1, currency: 'EUR' } }, '/data/price/currency'],
  [{ price: { amount: 1, ccy: 'EUR' } }, '/data/price/ccy'],
  [{ price: { amount: 1, unit: 'EUR' } }, '/data/price/unit'],
  [{ price: { amount: 1, in: 'USD', currencyCode: 'XTS' } }, '/data/price/currencyCode'],
  [{ price: { amount: 1, country: 'DEU' } }, undefined],
  [{ unit: 'EUR', price: { amount: 1 } }, undefined],
  [{ price: { amount: 1, currency: 'eur' } }, undefined],
  [{ price: { amount: 1, currency: '€' } }, undefined],
  [{ price: { amount: 1 } }, undefined],
])('the currency of the price in %j is at %s', (data, pointer) => {
  expect(currencyOf('/data/price/amount', data)?.pointer).toBe(pointer)
})

test('a currency is in every body, and all currencies are reported', () => {
  const [euros, dollars] = [
    { price: 1, currency: 'EUR' },
    { price: 1, currency: 'USD' },
  ]
  expect(currencyOf('/data/price', euros, dollars)?.currencies).toEqual(['EUR', 'USD'])
  expect(currencyOf('/data/price', euros, { price: 1 })).toBeUndefined()
})

test('another currency at the same distance is a rival, a farther one is not', () => {
  const body = { price: 1, currency: 'EUR', settlementCurrency: 'USD', fee: { currency: 'CHF' } }
  const rivals = ['/data/settlementCurrency']
  expect(currencyOf('/data/price', body)).toMatchObject({ pointer: '/data/currency', rivals })
})

const choose = (price: unknown, balance: unknown) => {
  const balances = findAmounts([{ data: balance }], 'balance')
  const chosen = chooseAmounts(findAmounts([{ data: price }], 'price'), balances)
  const rivals = chosen.balance === undefined ? [] : rivalsOf(chosen.balance, balances)
  return [chosen.price, chosen.balance, ...rivals].map((place) => place?.pointer)
}

test('of an amount in two formats, the one that the other amount has as well is chosen', () => {
  const price = { price: { amount: '25.00', amountMinor: 2500 } }
  expect(choose(price, { balance: 10_000 })).toEqual(['/data/price/amountMinor', '/data/balance'])
  expect(choose(price, { balance: '100.00' })).toEqual(['/data/price/amount', '/data/balance'])
})

test('a balance in another format than every price is not chosen', () => {
  expect(choose({ price: '25.00' }, { balance: 100 })).toEqual(['/data/price', undefined])
})

test('a place that holds another amount is a rival, one that holds the same is not', () => {
  expect(choose({}, { available: 90, total: 100 })).toEqual([undefined, '/data/available', '/data/total'])
  expect(choose({}, { available: 100, total: 100 })).toEqual([undefined, '/data/available'])
})

type Amounts = Parameters<typeof moneyFormat>[0]

test.for<readonly [amounts: Amounts['amounts'], found: string, more?: Partial<Amounts>]>([
  [['25.00', '7'], 'decimal-string observed'],
  [['25', '700'], 'decimal-string assumed'],
  [[12.5, 500_000], 'decimal-number observed'],
  [[2500, 100, 0], 'minor-units assumed'],
  [[-2500, 1000], 'minor-units assumed'],
  [[25, 500_000], 'decimal-number assumed'],
  [[5, 700], 'minor-units observed', { names: ['price', 'amountMinor'] }],
  [[5, 700], 'minor-units observed', { names: ['balance_in_cents'] }],
  [[25, 5000], 'minor-units observed', { currency: 'JPY' }],
  [[2500, 100], 'decimal-number observed', { isWrittenWithDecimals: true }],
  [[], 'not recognised'],
  [['25.0000'], 'not recognised'],
  [[25.5], 'not recognised', { currency: 'JPY' }],
])('the format of the amounts %j is %s', ([amounts, expected, more = {}]) => {
  const found = moneyFormat({ amounts, names: ['price'], currency: 'EUR', ...more })
  const provenance = found?.isCertain ? 'observed' : 'assumed'
  expect(found === undefined ? 'not recognised' : `${found.format} ${provenance}`).toBe(expected)
})
