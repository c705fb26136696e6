import { expect, test } from 'vitest'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { exchangeWith } from './exchange.fixture.ts'
import {
  callOutcomeOf,
  filtered,
  MOST_SHOWN,
  NO_FILTER,
  NOTHING,
  withBatch,
  withoutPartner,
} from './exchanges.ts'

const numbered = (...seqs: number[]) => seqs.map((seq) => exchangeWith({ seq }))
const seqsOf = (known: typeof NOTHING) => known.exchanges.map(({ seq }) => seq)

test('exchanges are kept in the order in which they arrived, each once', () => {
  const first = withBatch(NOTHING, { exchanges: numbered(1, 3), skipped: 0 })
  const undelivered = exchangeWith({ seq: 3, delivery: null })
  const second = withBatch(first, { exchanges: [exchangeWith({ seq: 2 }), undelivered], skipped: 0 })
  expect(seqsOf(second)).toEqual([1, 2, 3])
  expect(second.exchanges[2]).toBe(undelivered)
})

test('what the stream left out, and what is too old to be kept, is counted', () => {
  const many = numbered(...Array(MOST_SHOWN).keys())
  const full = withBatch(NOTHING, { exchanges: many, skipped: 7 })
  expect(full.missing).toBe(7)
  const more = withBatch(full, { exchanges: numbered(MOST_SHOWN, MOST_SHOWN + 1), skipped: 0 })
  expect([more.exchanges.length, more.exchanges[0]?.seq, more.missing]).toEqual([MOST_SHOWN, 2, 9])
})

test('what a reset partner did before is forgotten, and what others did is not', () => {
  const exchanges = [...numbered(1), exchangeWith({ seq: 2, partner: 'other' }), ...numbered(3)]
  expect(seqsOf(withoutPartner({ ...NOTHING, exchanges }, 'ordinary', 3))).toEqual([2, 3])
})

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
