import { expect, test } from 'vitest'
import { exchangeWith } from './exchange.fixture.ts'
import { MOST_SHOWN, NOTHING, withBatch, withoutPartner } from './exchanges.ts'

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
  expect(seqsOf(withoutPartner({ exchanges, missing: 0 }, 'ordinary', 3))).toEqual([2, 3])
})
