import { expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { exchangeWith } from './exchange.fixture.ts'
import { callOutcomeOf, filtered, NO_FILTER } from './exchanges.ts'

const answered = (status: number) => ({ status, headers: {}, body: '{}', answeredMs: 1 })

test.each<[string, Partial<Exchange>]>([
  ['served', {}],
  ['replayed', { order: { partnerReference: 'SHOP:1', sku: 'CARD-25', effect: 'replayed' } }],
  ['refused', { response: answered(409) }],
  ['failed', { response: answered(503) }],
  ['undelivered', { delivery: { outcome: 'lost', atMs: 1 } }],
  ['undelivered', { response: null, delivery: null }],
])('a call is %s', (outcome, parts) => {
  expect(callOutcomeOf(exchangeWith(parts))).toBe(outcome)
})

test.each([
  [{ partner: 'other' }, [2]],
  [{ operation: 'ping' }, [3]],
  [{ outcome: 'refused' }, [1]],
  [{ text: ' shop:2 ' }, [2]],
  [{ text: 'not found' }, [1]],
  [{ partner: 'ordinary', outcome: 'served' }, [3]],
  [{}, [1, 2, 3]],
])('a filter by %j selects %j', (filter, seqs) => {
  const notFound = { ...answered(404), body: '{"detail":"Not found"}' }
  const exchanges = [
    exchangeWith({ seq: 1, response: notFound, order: null }),
    exchangeWith({
      seq: 2,
      partner: 'other',
      order: { partnerReference: 'SHOP:2', sku: 'CARD-50', effect: 'recorded' },
    }),
    exchangeWith({ seq: 3, operation: 'ping', order: null }),
  ]
  expect(filtered(exchanges, { ...NO_FILTER, ...filter }).map(({ seq }) => seq)).toEqual(seqs)
})
