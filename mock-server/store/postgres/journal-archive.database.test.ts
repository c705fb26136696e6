import { afterAll, describe, expect, test } from 'vitest'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { DEFAULT_BOUNDS } from '../../journal/journal.ts'
import type { Store } from '../store.ts'
import { postgresStore } from './postgres-store.ts'
import { emptyDatabase, prepared } from './test-server.fixture.ts'

async function openArchive(url: string, journal = DEFAULT_BOUNDS) {
  const store: Store = await postgresStore(url, { journal })
  return { store, archive: store.archive as JournalArchive }
}

function exchangeOf(seq: number, given: Partial<Exchange> = {}): Exchange {
  return {
    seq,
    at: new Date(Date.UTC(2026, 0, 1) + seq).toISOString(),
    arrivedMs: seq,
    partner: 'shop',
    operation: 'createOrder',
    request: { method: 'POST', target: '/orders', headers: {}, body: null },
    response: { status: 200, headers: {}, body: '{}', answeredMs: seq },
    delivery: { outcome: 'delivered', atMs: seq },
    order: { partnerReference: `SHOP:${seq}`, sku: 'CARD', effect: 'recorded' },
    fault: null,
    nearMiss: null,
    ...given,
  }
}

test('each replica reads what all have written, by time and then by replica', async () => {
  const url = await emptyDatabase()
  const [one, other] = [await openArchive(url), await openArchive(url)]
  const at = '2026-01-01T00:00:00.005Z'
  await other.archive.append([exchangeOf(2, { at, partner: 'second' }), exchangeOf(7)])
  await one.archive.append([exchangeOf(4), exchangeOf(2, { at, partner: 'first' })])
  const read = await one.archive.read({})
  expect(read.map(({ seq, partner }) => [seq, partner])).toEqual([
    [4, 'shop'],
    [2, 'first'],
    [2, 'second'],
    [7, 'shop'],
  ])
  expect(await other.archive.read({})).toEqual(read)
  expect(one.archive.firstSeq).not.toBe(other.archive.firstSeq)
  expect(one.archive.digestOf('pk_test_me')).toBe(other.archive.digestOf('pk_test_me'))
  await Promise.all([one.store.close(), other.store.close()])
})

test('an exchange of which more became known replaces the earlier one', async () => {
  const { store, archive } = await openArchive(await emptyDatabase())
  const early = exchangeOf(1, { delivery: null, response: null })
  await archive.append([early])
  await archive.append([exchangeOf(1, { delivery: null }), exchangeOf(1)])
  expect(await archive.read({})).toEqual([exchangeOf(1)])
  expect(await archive.read({ delivery: 'delivered', status: 200 })).toHaveLength(1)
  await store.close()
})

describe('what it holds', () => {
  let opened: Awaited<ReturnType<typeof openArchive>>
  prepared(async () => {
    opened = await openArchive(await emptyDatabase())
    const order = { partnerReference: 'SHOP:1', sku: 'CARD', effect: 'recorded' } as const
    await opened.archive.append([
      exchangeOf(1, { partner: 'other' }),
      exchangeOf(2, { operation: 'ping', order: null }),
      exchangeOf(3, { order: { ...order, partnerReference: 'a\0\ud800' } }),
      exchangeOf(4, { order: { ...order, sku: 'OTHER\0' } }),
      exchangeOf(5, { order: { ...order, effect: 'replayed' } }),
      exchangeOf(6, { delivery: { outcome: 'lost', atMs: 1 } }),
      exchangeOf(7, { response: { status: 404, headers: {}, body: '\0', answeredMs: 1 } }),
      exchangeOf(8, { response: null, delivery: null }),
    ])
  })
  afterAll(() => opened.store.close())

  test.for([
    ['partner', { partner: 'other' }, [1]],
    ['operation', { operation: 'ping' }, [2]],
    ['partnerReference', { partnerReference: 'a\0\ud800' }, [3]],
    ['sku', { sku: 'OTHER\0' }, [4]],
    ['effect', { effect: 'replayed' }, [5]],
    ['delivery', { delivery: 'lost' }, [6]],
    ['status', { status: 404 }, [7]],
    ['afterSeq', { afterSeq: 6 }, [7, 8]],
    ['two at once', { afterSeq: 5, delivery: 'lost' }, [6]],
    ['what is not there', { partner: 'nobody' }, []],
  ] as const)('is read by %s', async ([, filter, found]) => {
    expect((await opened.archive.read(filter)).map(({ seq }) => seq)).toEqual(found)
  })
})

test.for([
  ['exchanges', { entries: 300, bytes: 1_000_000 }, 0, 300],
  ['bytes', { entries: 10_000, bytes: 150_000 }, 1_000, 150],
] as const)('it keeps no more %s than it may, and lets the oldest go', async ([, bounds, length, most]) => {
  const { store, archive } = await openArchive(await emptyDatabase(), bounds)
  const response = { status: 200, headers: {}, body: 'x'.repeat(length), answeredMs: 1 }
  for (let batch = 0; batch < 10; batch += 1)
    await archive.append(
      Array.from({ length: 100 }, (_, index) => exchangeOf(batch * 100 + index, { response })),
    )
  const seqs = (await archive.read({})).map(({ seq }) => seq)
  expect(seqs.at(-1)).toBe(999)
  expect(seqs.length).toBeLessThanOrEqual(most)
  expect(seqs.length).toBeGreaterThan(50)
  expect(seqs).toEqual(Array.from(seqs, (_, index) => 1_000 - seqs.length + index))
  await store.close()
})

test('what a partner has sent is forgotten, and nothing else', async () => {
  const { store, archive } = await openArchive(await emptyDatabase())
  await archive.append([exchangeOf(1), exchangeOf(2, { partner: 'other' }), exchangeOf(3, { partner: null })])
  await archive.forget('shop')
  expect((await archive.read({})).map(({ seq }) => seq)).toEqual([2, 3])
  await store.close()
})
