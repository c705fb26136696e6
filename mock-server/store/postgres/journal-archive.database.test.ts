import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_BOUNDS } from '../../../contract/wire/dropped.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { exchangeOf, promisesOfArchive, promisesOfJournal } from '../conformance/journals.fixture.ts'
import type { Store } from '../store.ts'
import { query } from './embedded-server.fixture.ts'
import { postgresStore } from './postgres-store.ts'
import { emptyDatabase } from './test-server.fixture.ts'

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

async function openEmpty(bounds = DEFAULT_BOUNDS): Promise<JournalArchive> {
  const { store, archive } = await openArchive(await emptyJournal(), bounds)
  onTestFinished(() => store.close())
  return archive
}

promisesOfJournal(openEmpty)
promisesOfArchive(openEmpty)

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
