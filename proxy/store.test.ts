import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { systemClock } from '../contract/clock.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ProxyJournal } from './journal.ts'
import { ProxyStore } from './store.ts'

const ANSWER = { status: 200, headers: { vary: 'x' }, body: '{"data":"vary"}', answeredMs: 3 }
const EXCHANGE: Omit<Exchange, 'seq'> = {
  ...{ at: '2026-01-01T00:00:00.000Z', arrivedMs: 1, partner: null, operation: 'ping', order: null },
  request: { method: 'GET', target: '/ping', headers: { vary: 'x' }, body: null },
  ...{ response: ANSWER, delivery: null, fault: null, nearMiss: null },
  upstream: { sentMs: 2, response: ANSWER, failure: null },
}

test('of the confirmations of a purchase one is the first, also after a restart', async (context) => {
  const file = join(temporaryFolder(context), 'proxy.sqlite')
  const store = new ProxyStore(file, 'target', 0)
  const call = { key: 'digest', operation: 'createOrder', reference: 'SHOP:1', sku: 'A' } as const
  const admitted = { ...call, arrivedMs: 0, maxPurchases: 9, scripted: () => undefined }
  const isNew = [await store.admit({ ...admitted, seq: 0 }), await store.admit({ ...admitted, seq: 1 })]
  expect(isNew.map((one) => one.isNew)).toEqual([true, false])
  expect([store.confirm('SHOP:1'), store.confirm('SHOP:1')]).toEqual([true, false])
  store.keep({ ...EXCHANGE, seq: 0, order: { partnerReference: '[key]', sku: 'A', effect: 'recorded' } })
  store.close()
  const again = new ProxyStore(file, 'target', 0)
  expect([again.confirm('SHOP:1'), again.confirm('SHOP:2')]).toEqual([false, true])
  // Only the exchange of the second one was never recorded.
  expect(again.unrecorded.map(({ seq }) => seq)).toEqual([1])
  expect([again.spent, again.firstSeq]).toEqual([2, 2])
  again.close()
})

test('exchanges are read as they were kept', () => {
  const store = new ProxyStore(null, 'target', 0)
  const lost = { ...EXCHANGE, response: null, upstream: { sentMs: 2, response: null, failure: 'reset' } }
  const kept: Exchange[] = [EXCHANGE, lost, EXCHANGE].map((one, seq) => ({ seq, ...one }))
  for (const one of kept) {
    store.keep(one)
    if (one.seq === 1) store.flush()
  }
  expect(store.exchanges()).toEqual(kept)
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
