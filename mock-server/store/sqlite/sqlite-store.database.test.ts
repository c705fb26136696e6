import { copyFileSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import type { JournalArchive } from '../../journal/archive.ts'
import { exchangeOf, promisesOfArchive, promisesOfJournal } from '../conformance/journals.fixture.ts'
import { account, purchaseOf } from '../conformance/opened-store.fixture.ts'
import { promisesOfStore } from '../conformance/store-promises.fixture.ts'
import type { Store } from '../store.ts'
import { type Jumping, keepsItsTime } from '../store-jumps.fixture.ts'
import { newFile } from './new-file.fixture.ts'
import { type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts'

/** A store on a file, that can be closed and opened again. */
function reopening(given: SqliteStoreOptions = {}) {
  const [file, clock] = [newFile(), manualClock()]
  let store = sqliteStore(file, { clock, ...given })
  onTestFinished(() => store.close())
  const reopen = async (options: SqliteStoreOptions = {}): Promise<Store> => {
    await store.close()
    store = sqliteStore(file, { clock, ...given, ...options })
    return store
  }
  return { file, clock, store, reopen }
}

promisesOfStore(
  () => {
    const { clock, store } = reopening()
    return { store, pass: clock.advance }
  },
  runs({ sample: 6, full: 100 }),
)

// That a file keeps orders, balances, times, counts and ordered faults is compared with the model.
describe('what a file keeps', () => {
  test('is the balance that each sandbox was opened with', async () => {
    const { store, reopen } = reopening()
    const mine = account(10_000)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    const again = await reopen()
    expect((await again.balance({ ...mine, openingBalance: 1 })).available).toBe(7_500)
  })

  test('is a time that another speed never moves back, nor a clock that was put back', async () => {
    const { store, clock, reopen } = reopening({ speed: 60 })
    const mine = account(10_000)
    clock.advance(60_000)
    const { now } = await store.placeOrder(mine, purchaseOf('TEST:1'))
    const slow = await reopen({ speed: 1 })
    expect((await slow.enter(mine)).now).toBe(now)
    clock.advance(1_000)
    expect((await slow.enter(mine)).now).toBe(now + 1_000)
    const early = await reopen({ speed: 1, clock: manualClock(clock.now() - 3_600_000) })
    expect((await early.enter(mine)).now).toBeGreaterThanOrEqual(now)
  })

  test('is no key', async () => {
    const { file, store } = reopening()
    const mine = account(10_000)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    await store.countAttempt(mine, 'a')
    await store.close()
    expect(readFileSync(file).toString('latin1')).not.toContain(mine.sandbox)
  })
})

/** A store on a file, whose clock jumps, and whose process may be killed: what it wrote is there, and no more. */
function jumpingFile(): Jumping {
  const clock = { ...manualClock(), ms: 1_000_000_000_000, now: () => clock.ms }
  let file = newFile()
  let store = sqliteStore(file, { clock })
  onTestFinished(() => store.close())
  return {
    store: () => store,
    async move(milliseconds) {
      clock.ms += milliseconds
    },
    async restart(isKilled) {
      const left = isKilled ? newFile() : file
      if (isKilled) for (const end of ['', '-wal']) copyFileSync(file + end, left + end)
      await store.close()
      file = left
      store = sqliteStore(file, { clock })
    },
  }
}

keepsItsTime(jumpingFile, runs({ sample: 6, full: 100 }))

test('purchases that share a commit are all recorded, or none of them is', async () => {
  const store = sqliteStore(newFile())
  onTestFinished(() => store.close())
  // No amount has a fraction: the file takes none.
  const mine = account(10_000)
  const together = [purchaseOf('TEST:1'), purchaseOf('TEST:2', { price: 0.5 })]
  const told = await Promise.allSettled(together.map((purchase) => store.placeOrder(mine, purchase)))
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await store.findOrder(mine, 'TEST:1')).order).toBeUndefined()
  expect((await store.balance(mine)).available).toBe(10_000)

  const alone = await store.placeOrder(mine, purchaseOf('TEST:1'))
  expect(alone.placement.kind).toBe('recorded')
})

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
    const lostBefore = new Map([['shop', { count: 3, from: lost, to: lost }]])
    await store.archive?.append([exchangeOf(0), exchangeOf(1), exchangeOf(2)], lostBefore)
    await store.close()
    const again = openArchive(file, { perKey: 2 })
    expect(await again.dropped('shop')).toEqual({ count: 4, from: lost, to: at })
    await again.append([exchangeOf(3)])
    expect((await again.dropped())?.count).toBe(5)
  })
})
