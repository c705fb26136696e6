import { expect, test } from 'vitest'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { collectGarbage } from '../collect-garbage.fixture.ts'
import { FUZZ_JOURNAL_ENTRIES, fuzz, GROWTH } from './fuzz.fixture.ts'

test('of hundreds of requests that are wrong in all ways none is at fault, and each is answered as it is recorded', async () => {
  const figures = await fuzz(runs({ sample: 300, full: 5_000 }), 1, collectGarbage)
  expect(figures.unasked).toEqual([])
  expect(figures.hangs).toEqual([])
  expect(figures.misrecorded).toEqual([])
  expect(figures.faults).toEqual([])
  expect(figures.purchaseAfterwards).toBe(200)
  expect(figures.journalEntries).toBeGreaterThan(0)
  expect(figures.journalEntries).toBeLessThanOrEqual(FUZZ_JOURNAL_ENTRIES)
  expect(figures.statuses.get(200)).toBeGreaterThan(30)
  expect(figures.purchases.get('delivered')).toBeGreaterThan(30)
  const [, before = 0, after = 0] = figures.heap
  expect(after / before).toBeLessThan(GROWTH)
}, 120_000)
