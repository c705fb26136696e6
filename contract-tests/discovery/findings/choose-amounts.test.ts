import { expect, test } from 'vitest'
import { chooseAmounts } from './choose-amounts.ts'
import { findAmounts } from './find-amount.ts'

const choose = (price: unknown, balance: unknown) => {
  const chosen = chooseAmounts(
    findAmounts([{ data: price }], 'price'),
    findAmounts([{ data: balance }], 'balance'),
  )
  return {
    price: chosen.price?.place.pointer,
    balance: chosen.balance?.place.pointer,
    rivals: [chosen.price, chosen.balance].flatMap((one) => one?.rivals ?? []).map(({ pointer }) => pointer),
  }
}

test('the best place of each is chosen when both have the same format', () => {
  expect(choose({ price: '25.00' }, { balance: '100.00' })).toEqual({
    price: '/data/price',
    balance: '/data/balance',
    rivals: [],
  })
})

test('of an amount in two formats, the one that the other amount has as well is chosen', () => {
  const price = { price: { amount: '25.00', amountMinor: 2500 } }
  expect(choose(price, { balance: 10_000 })).toMatchObject({ price: '/data/price/amountMinor' })
  expect(choose(price, { balance: '100.00' })).toMatchObject({ price: '/data/price/amount' })
})

test('a balance in another format than every price is not chosen', () => {
  expect(choose({ price: '25.00' }, { balance: 100 })).toMatchObject({
    price: '/data/price',
    balance: undefined,
  })
})

test('a place that holds another amount is a rival, one that holds the same is not', () => {
  expect(choose({}, { available: 90, total: 100 }).rivals).toEqual(['/data/total'])
  expect(choose({}, { available: 100, total: 100 }).rivals).toEqual([])
})

test('a balance is found without a price, and a price without a balance', () => {
  expect(choose({}, { balance: 1 })).toMatchObject({ price: undefined, balance: '/data/balance' })
  expect(choose({ price: 1 }, {})).toMatchObject({ price: '/data/price', balance: undefined })
})
