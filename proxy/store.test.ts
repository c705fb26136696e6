import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { systemClock } from '../contract/clock.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ProxyJournal } from './journal.ts'
import { ProxyStore } from './store.ts'

async function bought(store: ProxyStore, seq: number) {
  const call = { seq, key: 'digest', operation: 'createOrder', reference: 'SHOP:1', sku: 'A' } as const
  const { isNew } = await store.admit({ ...call, arrivedMs: seq, maxPurchases: 9, scripted: () => undefined })
  return isNew
}

test.each([
  ['is confirmed in its turn', [0, 1]],
  ['is overtaken by its repetition', [1, 0]],
])('of a purchase that %s, one confirmation is the first', async (_, [one = 0, other = 0]) => {
  const store = new ProxyStore(null, 'target', 0)
  const isNew = [await bought(store, 0), await bought(store, 1)]
  expect(isNew).toEqual([true, false])
  expect(store.confirm('SHOP:1', isNew[one] === true)).toBe(true)
  // What was confirmed is written meanwhile.
  store.keep([])
  expect(store.confirm('SHOP:1', isNew[other] === true)).toBe(false)
  store.close()
})

test('exchanges that have parts in common are read as they were kept', () => {
  const store = new ProxyStore(null, 'target', 0)
  const answer = { status: 200, headers: { vary: 'x' }, body: '{"data":"vary"}', answeredMs: 3 }
  const exchange: Omit<Exchange, 'seq'> = {
    ...{ at: '2026-01-01T00:00:00.000Z', arrivedMs: 1, partner: null, operation: 'ping', order: null },
    request: { method: 'GET', target: '/ping', headers: { vary: 'x' }, body: null },
    ...{ response: answer, delivery: null, fault: null, nearMiss: null },
    upstream: { sentMs: 2, response: answer, failure: null },
  }
  const lost = { ...exchange, response: null, upstream: { sentMs: 2, response: null, failure: 'reset' } }
  const kept: Exchange[] = [exchange, lost, exchange].map((one, seq) => ({ seq, ...one }))
  store.keep(kept.slice(0, 2))
  store.keep(kept.slice(2))
  expect([...store.exchanges()]).toEqual(kept)
  expect(store.nextSeq).toBe(3)
  store.close()
})

test('what a file keeps is in memory no longer, and is read as it was', (context) => {
  const store = new ProxyStore(join(temporaryFolder(context), 'proxy.sqlite'), 'target', 0)
  const journal = new ProxyJournal(store, systemClock, DEFAULT_PROFILE, 'pk_test_target')
  const [first, second] = ['/ping', '/balance'].map((target) =>
    journal.receive({ method: 'GET', target, rawHeaders: [] }),
  )
  first?.deliver('lost')
  first?.release()
  second?.deliver('delivered')
  expect(journal.entries().map(({ request }) => request.target)).toEqual(['/balance'])
  const outcomes = journal.exchanges().map(({ request, delivery }) => [request.target, delivery?.outcome])
  expect(outcomes).toEqual([
    ['/ping', 'lost'],
    ['/balance', 'delivered'],
  ])
  store.close()
})
