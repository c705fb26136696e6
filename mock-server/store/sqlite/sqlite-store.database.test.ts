import { copyFileSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
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

test('a purchase that can not be recorded debits nothing', async () => {
  const store = sqliteStore(newFile())
  onTestFinished(() => store.close())
  const mine = account(10_000)
  // No amount has a fraction: the file takes none.
  await expect(store.placeOrder(mine, purchaseOf('TEST:1', { price: 0.5 }))).rejects.toThrow()
  expect((await store.findOrder(mine, 'TEST:1')).order).toBeUndefined()
  expect((await store.balance(mine)).available).toBe(10_000)
})
