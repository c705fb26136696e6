import { describe, expect, test } from 'vitest'
import { learntWith, object, text } from '../learnt.fixture.ts'

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
      reason: 'The document lists EUR, and also USD.',
    })
  })
})
