import { describe, expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../../../../contract/wire/exchange.ts'
import type { JournalArchive } from '../../../journal/archive.ts'
import { newFile } from '../new-file.fixture.ts'
import { sqliteStore } from '../sqlite-store.ts'

function exchangeOf(seq: number, given: Partial<Exchange> = {}): Exchange {
  return {
    seq,
    at: new Date(Date.UTC(2026, 0, 1) + seq).toISOString(),
    arrivedMs: seq,
    partner: 'mine',
    operation: 'ping',
    request: { method: 'GET', target: '/ping', headers: {}, body: null },
    response: null,
    delivery: { outcome: 'delivered', atMs: seq },
    order: null,
    fault: null,
    nearMiss: null,
    ...given,
  }
}

function openArchive(file: string, journal = { entries: 1_000, bytes: 1_000_000 }): JournalArchive {
  const store = sqliteStore(file, { journal })
  onTestFinished(() => store.close())
  return store.archive as JournalArchive
}

async function seqsIn(archive: JournalArchive, filter = {}): Promise<number[]> {
  return (await archive.read(filter)).map(({ seq }) => seq)
}

describe('the journal in a file', () => {
  test('is read in the order of its numbers, by a filter', async () => {
    const archive = openArchive(newFile())
    await archive.append([exchangeOf(2), exchangeOf(0), exchangeOf(1, { partner: 'yours' })])
    expect(await archive.read({ partner: 'yours' })).toEqual([exchangeOf(1, { partner: 'yours' })])
    expect(await seqsIn(archive)).toEqual([0, 1, 2])
    expect(await seqsIn(archive, { partner: 'mine', afterSeq: 0 })).toEqual([2])
  })

  test('replaces an exchange when more becomes known', async () => {
    const archive = openArchive(newFile())
    await archive.append([exchangeOf(0), exchangeOf(1)])
    const order = { partnerReference: 'a\0\ud800', sku: 'CARD', effect: 'recorded' } as const
    await archive.append([exchangeOf(0, { order })])
    expect(await archive.read({})).toEqual([exchangeOf(0, { order }), exchangeOf(1)])
  })

  test('drops one that is completed late and is older than all others', async () => {
    const archive = openArchive(newFile(), { entries: 3, bytes: 1_000_000 })
    await archive.append([exchangeOf(5), exchangeOf(6), exchangeOf(7)])
    await archive.append([exchangeOf(2)])
    expect(await seqsIn(archive)).toEqual([5, 6, 7])
  })

  test('keeps the latest of so many exchanges, and of so many bytes', async () => {
    const few = openArchive(newFile(), { entries: 3, bytes: 1_000_000 })
    for (let seq = 0; seq < 10; seq += 2) await few.append([exchangeOf(seq), exchangeOf(seq + 1)])
    expect(await seqsIn(few)).toEqual([7, 8, 9])
    const size = JSON.stringify(exchangeOf(0)).length
    const small = openArchive(newFile(), { entries: 1_000, bytes: size * 4 })
    for (let seq = 0; seq < 10; seq += 1) await small.append([exchangeOf(seq)])
    expect(await seqsIn(small)).toEqual([6, 7, 8, 9])
  })

  test('forgets one partner', async () => {
    const archive = openArchive(newFile())
    await archive.append([exchangeOf(0), exchangeOf(1, { partner: 'yours' })])
    await archive.forget('mine')
    expect(await seqsIn(archive)).toEqual([1])
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
})
