import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_BOUNDS } from '../../../contract/wire/dropped.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { exchangeOf, promisesOfJournal } from '../conformance/journals.fixture.ts'
import type { Store } from '../store.ts'
import { query } from './embedded-server.fixture.ts'
import { postgresStore } from './postgres-store.ts'
import { emptyDatabase, prepared } from './test-server.fixture.ts'

let made: Promise<string> | undefined

/** One schema for all tests: to make one costs more than to empty it. */
async function emptyJournal(): Promise<string> {
  made ??= emptyDatabase().then(async (url) => {
    await (await postgresStore(url)).close()
    return url
  })
  await query(await made, 'truncate partner_purchase.exchange, partner_purchase.dropped')
  return made
}

async function openArchive(url: string, journal = DEFAULT_BOUNDS) {
  const store: Store = await postgresStore(url, { journal })
  return { store, archive: store.archive as JournalArchive }
}

promisesOfJournal(async (bounds) => {
  const { store, archive } = await openArchive(await emptyJournal(), bounds)
  onTestFinished(() => store.close())
  return archive
})

test('each replica reads what all have written, by time and then by replica', async () => {
  const url = await emptyJournal()
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
  const { store, archive } = await openArchive(await emptyJournal())
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
    opened = await openArchive(await emptyJournal())
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

test('what a partner has sent is forgotten, and nothing else', async () => {
  const { store, archive } = await openArchive(await emptyJournal())
  await archive.append([exchangeOf(1), exchangeOf(2, { partner: 'other' }), exchangeOf(3, { partner: null })])
  await archive.forget('shop')
  expect((await archive.read({})).map(({ seq }) => seq)).toEqual([2, 3])
  await store.close()
})
