import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { systemClock } from '../contract/clock.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ProxyJournal } from './journal.ts'
import { ProxyStore } from './store.ts'

const EXCHANGE: Exchange = {
  ...{ seq: 0, at: '2026-01-01T00:00:00.000Z', arrivedMs: 1, partner: null, operation: 'createOrder' },
  request: { method: 'POST', target: '/orders', headers: {}, body: null },
  order: { partnerReference: '[key]', sku: 'A', effect: 'recorded' },
  ...{ response: null, delivery: null, fault: null, nearMiss: null },
}

test('of the confirmations of a purchase one is the first, also after a restart', async (context) => {
  const file = join(temporaryFolder(context), 'proxy.sqlite')
  const store = new ProxyStore(file, 'target', 0)
  const call = { key: 'digest', operation: 'createOrder', reference: 'SHOP:1', sku: 'A' } as const
  const admitted = { ...call, arrivedMs: 0, maxPurchases: 9, scripted: () => undefined }
  const isNew = [await store.admit({ ...admitted, seq: 0 }), await store.admit({ ...admitted, seq: 1 })]
  expect(isNew.map((one) => one.isNew)).toEqual([true, false])
  expect([store.confirm('SHOP:1'), store.confirm('SHOP:1')]).toEqual([true, false])
  store.keep(EXCHANGE)
  store.close()
  const again = new ProxyStore(file, 'target', 0)
  expect([again.confirm('SHOP:1'), again.confirm('SHOP:2')]).toEqual([false, true])
  // Only the exchange of the second one was never recorded.
  expect(again.unrecorded.map(({ seq }) => seq)).toEqual([1])
  expect([again.spent, again.firstSeq]).toEqual([2, 2])
  again.close()
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

const HEADERS = { host: 'proxy' }
const ANSWER = { status: 200, headers: { date: 'today' }, body: '{}', answeredMs: 2 }
const EXCHANGES: readonly Exchange[] = [
  { response: { ...ANSWER, answeredMs: 3 }, upstream: { sentMs: 1, response: ANSWER, failure: null } },
  { response: { ...ANSWER, body: '' }, upstream: { sentMs: 1, response: ANSWER, failure: null } },
  { response: { ...ANSWER, status: 502 }, upstream: { sentMs: 1, response: ANSWER, failure: null } },
  {
    response: { ...ANSWER, headers: { date: 'tomorrow' } },
    upstream: { sentMs: 1, response: ANSWER, failure: null },
  },
  { response: null, upstream: { sentMs: 1, response: ANSWER, failure: null } },
  { response: ANSWER, upstream: { sentMs: 1, response: null, failure: 'late' } },
].map((answers, seq) => ({
  ...{ ...EXCHANGE, seq, request: { ...EXCHANGE.request, headers: HEADERS } },
  ...answers,
}))

test('what exchanges have in common is written once in a row, and each of them is read whole', (context) => {
  const file = join(temporaryFolder(context), 'proxy.sqlite')
  const store = new ProxyStore(file, 'target', 0)
  for (const exchange of EXCHANGES) store.keep(exchange)
  store.close()
  const again = new ProxyStore(file, 'target', 0)
  expect(again.exchanges()).toEqual(EXCHANGES)
  again.close()
  const database = new DatabaseSync(file)
  const [row] = database.prepare('SELECT json, user_version FROM log, pragma_user_version').all()
  database.close()
  // A kit that reads only whole exchanges refuses it.
  expect(row?.user_version).toBe(2)
  expect(String(row?.json).match(/proxy|today|tomorrow/g)).toEqual(['proxy', 'today', 'tomorrow'])
  expect(JSON.parse(String(row?.json))[0].response).toBe(3)
})

test('a file of an earlier kit, with every exchange whole, is read', (context) => {
  const file = join(temporaryFolder(context), 'proxy.sqlite')
  new ProxyStore(file, 'target', 0).close()
  const database = new DatabaseSync(file)
  const decision = { ...{ seq: 6, key: 'digest', operation: 'createOrder' }, reference: 'SHOP:1', sku: 'A' }
  const lines = [{ ...decision, arrivedMs: 0, isBought: true }, ...EXCHANGES]
  database.prepare('INSERT INTO log (json) VALUES (?)').run(JSON.stringify(lines))
  database.exec('PRAGMA user_version = 1')
  database.close()
  const store = new ProxyStore(file, 'target', 0)
  expect(store.exchanges()).toEqual(EXCHANGES)
  expect([store.spent, store.firstSeq]).toEqual([1, 7])
  store.close()
})

test('each complete exchange is in the file 100 ms later, with no decision in between', (context) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  context.onTestFinished(() => void vi.useRealTimers())
  const store = new ProxyStore(join(temporaryFolder(context), 'proxy.sqlite'), 'target', 0)
  for (const exchange of EXCHANGES.slice(0, 3)) {
    store.keep(exchange)
    expect(store.unwritten).toEqual([exchange])
    vi.advanceTimersByTime(100)
    expect(store.unwritten).toEqual([])
  }
  expect(store.exchanges()).toEqual(EXCHANGES.slice(0, 3))
  store.close()
})
