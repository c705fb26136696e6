import { expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../../../contract/clock.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { createMock } from '../../app.ts'
import { openStore } from '../../open-store.ts'
import { serve } from '../../serve.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { newFile } from '../../store/new-file.fixture.ts'
import { postgresStore } from '../../store/postgres-driver.ts'
import { emptyDatabase } from '../../store/shared-server.fixture.ts'
import { NOON, type StillClock, stillClock } from '../../store/still-clock.fixture.ts'
import type { Store } from '../../store/store.ts'
import { inProcess, openSandbox, overSocket, served } from '../behaviour/sandbox.fixture.ts'
import { follows } from './model-run.fixture.ts'
import { type Setting, STORIES_IN_STEPS } from './model-steps.fixture.ts'

/** Mocks over a socket, opened one after another over the same store. */
function listening(clock: ManualClock, isDurable: boolean, storeOf: () => Promise<Store>): Setting {
  return {
    canCut: true,
    isDurable,
    clock,
    async open() {
      const store = await storeOf()
      const mock = await serve({ clock, store })
      const close = async () => {
        await mock.close()
        await store.close()
      }
      return { mock, send: overSocket(mock.url), close }
    },
  }
}

function overMemory(): Setting {
  const clock = manualClock()
  return listening(clock, false, async () => memoryStore({ clock }))
}

function overFile(): Setting {
  const [file, clock] = [newFile(), manualClock()]
  return listening(clock, true, () => openStore(`sqlite:${file}`, { clock }))
}

/** A mock in this process over PostgreSQL. */
function overDatabase(url: string, { move, sql }: StillClock): Setting {
  const clock = manualClock(NOON)
  return {
    canCut: true,
    isDurable: true,
    clock,
    pass: move,
    async open() {
      const store = await postgresStore(url, 1, sql)
      const mock = createMock({ clock, store })
      return { mock, send: inProcess(mock.app), close: () => store.close() }
    },
  }
}

test('over a socket, after the story of each scenario and any steps, each key sees what the model predicts, and how an answer is lost', async () => {
  await follows(overMemory, runs({ sample: 3, full: 500 }), [[STORIES_IN_STEPS]])
}, 300_000)

test('over a socket and a file, after any steps and any restarts, each key sees what the model predicts', async () => {
  await follows(overFile, runs({ sample: 4, full: 300 }))
}, 300_000)

test('over PostgreSQL, after any steps and any restarts, each key sees what the model predicts', async () => {
  const url = await emptyDatabase()
  const still = await stillClock(url)
  // All runs share the clock of the database.
  const setting = overDatabase(url, still)
  await follows(() => setting, runs({ sample: 2, full: 100 }))
  await still.end()
}, 300_000)

test('a hundred simultaneous identical purchases are one purchase, one debit, and a hundred identical answers', async () => {
  const mock = await served()
  const sandbox = openSandbox(overSocket(mock.url))
  const bought = await Promise.all(
    Array.from({ length: 100 }, async () => (await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')).text()),
  )
  expect(new Set(bought)).toEqual(new Set(['{"data":{"order":{"order":{"status":"COMPLETED"}}}}']))
  expect(mock.journal({ effect: 'recorded' })).toHaveLength(1)
  expect(mock.journal({ effect: 'replayed' })).toHaveLength(99)
  expect(await sandbox.balance()).toBe(497_500)
})
