import { describe, expect, test } from 'vitest'
import { learntWith, object, text } from '../openapi/learnt.fixture.ts'
import { findAmounts } from './amounts.ts'
import { chooseAmounts, moneyFormat, rivalsOf } from './money.ts'

const formatOf = (
  amounts: readonly (string | number)[],
  names = ['price'],
  currency = 'EUR',
  isWrittenWithDecimals = false,
) => {
  const seen = moneyFormat({ amounts, names, currency, isWrittenWithDecimals })
  return seen === undefined ? undefined : `${seen.format} ${seen.isCertain ? 'observed' : 'assumed'}`
}

test.each([
  ['strings with decimals', ['25.00', '7'], 'decimal-string observed'],
  ['strings without', ['25', '700'], 'decimal-string assumed'],
  ['numbers of which one has decimals', [12.5, 500_000], 'decimal-number observed'],
  ['whole numbers, all of three digits or more', [2500, 100, 0], 'minor-units assumed'],
  ['a whole debt', [-2500, 1000], 'minor-units assumed'],
  ['whole numbers, one of them short', [25, 500_000], 'decimal-number assumed'],
])('%s are recognised as %s', (_, amounts, expected) => {
  expect(formatOf(amounts)).toBe(expected)
})

test('a field name can say minor units', () => {
  expect(formatOf([5, 700], ['price', 'amountMinor'])).toBe('minor-units observed')
  expect(formatOf([5, 700], ['balance_in_cents'])).toBe('minor-units observed')
})

test('a currency without decimals leaves no doubt', () => {
  expect(formatOf([25, 5000], ['price'], 'JPY')).toBe('minor-units observed')
})

test('written decimals decide, also if they are zero', () => {
  expect(formatOf([2500, 100], ['price'], 'EUR', true)).toBe('decimal-number observed')
})

test.each([
  ['no amount', [], 'EUR'],
  ['more decimals than the currency has', ['25.0000'], 'EUR'],
  ['decimals in a currency without', [25.5], 'JPY'],
])('no format is recognised in %s', (_, amounts, currency) => {
  expect(formatOf(amounts, ['price'], currency)).toBeUndefined()
})

const choose = (price: unknown, balance: unknown) => {
  const balances = findAmounts([{ data: balance }], 'balance')
  const chosen = chooseAmounts(findAmounts([{ data: price }], 'price'), balances)
  const rivals = chosen.balance === undefined ? [] : rivalsOf(chosen.balance, balances)
  return {
    price: chosen.price?.pointer,
    balance: chosen.balance?.pointer,
    rivals: rivals.map(({ pointer }) => pointer),
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

describe('money', () => {
  const formatOf = (amount: object) => {
    const data = object({ price: object({ amount }) })
    const { profile } = learntWith({ priceData: data, balanceData: object({ balance: object({ amount }) }) })
    return [profile.money.format, profile.provenance['money.format'] ?? 'assumed']
  }

  test.for([
    [{ type: 'string', example: '12.50' }, 'decimal-string', 'observed'],
    [{ type: 'string', pattern: '^\\d+\\.\\d{2}$' }, 'decimal-string', 'observed'],
    [{ type: 'string' }, 'decimal-string', 'assumed'],
    [{ type: 'number', format: 'double' }, 'decimal-number', 'observed'],
    [{ type: 'number', example: 9.99 }, 'decimal-number', 'observed'],
    [{ type: 'number' }, 'decimal-number', 'assumed'],
    [{ type: 'integer', description: 'In cents.' }, 'minor-units', 'observed'],
    [{ type: 'integer' }, 'minor-units', 'assumed'],
  ] as const)('%o is %s, %s', ([amount, format, provenance]) => {
    expect(formatOf(amount)).toEqual([format, provenance])
  })

  test('several amounts with names that do not say which is meant are all named', () => {
    const { misses } = learntWith({
      priceData: object({ preis: object({ brutto: { type: 'number' }, netto: { type: 'number' } }) }),
    })
    expect(misses.find(({ key }) => key === 'price.amount')?.reason).toContain(
      'candidates are /data/preis/brutto, /data/preis/netto',
    )
  })

  test('of several currencies the first is assumed, and the others are named', () => {
    const data = object({ balance: object({ amount: text, currency: { enum: ['EUR', 'USD'] } }) })
    const { findings } = learntWith({ balanceData: data, priceData: data })
    expect(findings.find(({ key }) => key === 'money.currency')).toMatchObject({
      value: 'EUR',
      provenance: 'assumed',
      reason: 'The first currency that was found is EUR; others are USD.',
    })
  })
})
