import { expect, test } from 'vitest'
import { provenanceOf } from '../../../contract/profile/profile.ts'
import { answerIn, learntWith, object, text } from '../openapi/learnt.fixture.ts'
import { moneyFormat } from './money.ts'

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

test.for([
  [{ type: 'string', example: '12.50' }, 'decimal-string', 'observed'],
  [{ type: 'string', pattern: '^\\d+\\.\\d{2}$' }, 'decimal-string', 'observed'],
  [{ type: 'string' }, 'decimal-string', 'assumed'],
  [{ type: 'number', format: 'double' }, 'decimal-number', 'observed'],
  [{ type: 'number', example: 9.99 }, 'decimal-number', 'observed'],
  [{ type: 'number' }, 'decimal-number', 'assumed'],
  [{ type: 'integer', description: 'In cents.' }, 'minor-units', 'observed'],
  [{ type: 'integer' }, 'minor-units', 'assumed'],
] as const)('an amount that a document describes as %o is %s, %s', ([amount, format, provenance]) => {
  const data = (name: string) => object({ [name]: object({ amount }) })
  const { profile } = learntWith({ priceData: data('price'), balanceData: data('balance') })
  expect([profile.money.format, provenanceOf(profile, 'money.format')]).toEqual([format, provenance])
})

test('several amounts with names that do not say which is meant are all named', () => {
  const number = { type: 'number' }
  const priceData = object({ preis: object({ brutto: number, netto: number }) })
  const reason = 'candidates are /data/preis/brutto, /data/preis/netto'
  expect(answerIn(learntWith({ priceData }), 'price.amount')?.reason).toContain(reason)
})

test('of several currencies the first is assumed, and the others are named', () => {
  const data = object({ balance: object({ amount: text, currency: { enum: ['EUR', 'USD'] } }) })
  expect(answerIn(learntWith({ balanceData: data, priceData: data }), 'money.currency')).toMatchObject({
    value: 'EUR',
    provenance: 'assumed',
    reason: 'The first currency that was found is EUR; others are USD.',
  })
})
