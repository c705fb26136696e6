import { describe, expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import {
  exchangeOf as exchangeOfShop,
  promisesOfArchive,
  promisesOfJournal,
} from '../conformance/journals.fixture.ts'
import { newFile } from './new-file.fixture.ts'
import { sqliteStore } from './sqlite-store.ts'

function exchangeOf(seq: number, given: Partial<Exchange> = {}): Exchange {
  return exchangeOfShop(seq, { partner: 'mine', ...given })
}

promisesOfJournal(async (bounds) => openArchive(newFile(), bounds))
promisesOfArchive(async () => openArchive(newFile()))

function openArchive(file: string, journal = {}): JournalArchive {
  const store = sqliteStore(file, { journal })
  onTestFinished(() => store.close())
  return store.archive as JournalArchive
}

async function seqsIn(archive: JournalArchive): Promise<number[]> {
  return (await archive.read({})).map(({ seq }) => seq)
}

describe('the journal in a file', () => {
  test('drops one that is completed late and is older than all others', async () => {
    const archive = openArchive(newFile(), { perKey: 3 })
    await archive.append([exchangeOf(5), exchangeOf(6), exchangeOf(7)])
    await archive.append([exchangeOf(2)])
    expect(await seqsIn(archive)).toEqual([5, 6, 7])
  })

  test('continues its numbers when the file is opened again', async () => {
    const file = newFile()
    const store = sqliteStore(file)
    expect(store.archive?.firstSeq).toBe(0)
    await store.archive?.append([exchangeOf(4)])
    await store.close()
    const again = openArchive(file)
    expect(again.firstSeq).toBe(5)
    expect(await seqsIn(again)).toEqual([4])
  })

  test('still says what it dropped when the file is opened again', async () => {
    const file = newFile()
    const store = sqliteStore(file, { journal: { perKey: 2 } })
    const [at, lost] = ['2026-01-01T00:00:00.000Z', '2025-12-31T00:00:00.000Z']
    const lostBefore = new Map([['mine', { count: 3, from: lost, to: lost }]])
    await store.archive?.append([exchangeOf(0), exchangeOf(1), exchangeOf(2)], lostBefore)
    await store.close()
    const again = openArchive(file, { perKey: 2 })
    expect(await again.dropped('mine')).toEqual({ count: 4, from: lost, to: at })
    await again.append([exchangeOf(3)])
    expect((await again.dropped())?.count).toBe(5)
  })
})
