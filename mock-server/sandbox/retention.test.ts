import { expect, onTestFinished, test, vi } from 'vitest'
import { type ManualClock, manualClock } from '../../contract/clock.ts'
import { createMock } from '../app.ts'
import { memoryStore } from '../store/memory-store.ts'
import { newFile } from '../store/sqlite/new-file.fixture.ts'
import { sqliteStore } from '../store/sqlite/sqlite-store.ts'
import { type Store, StoreUnavailableError } from '../store/store.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

const DAY_MS = 24 * 3600 * 1000

type Open = (clock: ManualClock) => Store
const inMemory: Open = (clock) => memoryStore({ clock })

/** A mock over a file: a store in memory keeps no journal. What each store forgets is in ../store/conformance. */
function mockOver(open: Open = (clock) => sqliteStore(newFile(), { clock }), faults: string[] = []) {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const store = open(clock)
  onTestFinished(() => store.close())
  const onFault = (sentence: string) => void faults.push(sentence)
  const mock = createMock({ clock, store, forgetAfterMs: 7 * DAY_MS, onFault })
  const sandbox = () => openSandbox(inProcess(mock.app))
  return { clock, store, mock, mine: sandbox(), other: sandbox() }
}

test('the next answer to a forgotten key is that to a new one', async () => {
  const { clock, mock, mine } = mockOver()
  await mine.buy('SCENARIO-AT-ONCE', 'SHOP:1')
  expect(mock.journal()).toHaveLength(1)
  clock.advance(8 * DAY_MS)
  expect(await mine.balance()).toBe(500_000)
  const id = mock.partnerOf(mine.key)
  expect(mock.journal({ partner: id }).map(({ operation }) => operation)).toEqual(['getBalance'])
  expect((await mine.buy('SCENARIO-PROCESSING', 'SHOP:1')).status).toBe(200)
})

test('the calls of others let the keys go that nobody uses', async () => {
  const { clock, store, mock, mine, other } = mockOver()
  await mine.buy('SCENARIO-AT-ONCE', 'SHOP:1')
  expect(mock.journal()).toHaveLength(1)
  for (let day = 0; day < 9; day += 1) {
    clock.advance(DAY_MS)
    await other.buy('SCENARIO-AT-ONCE', `SHOP:${day}`)
  }
  await vi.waitFor(async () => expect(await store.sandboxes(10)).toHaveLength(1), { timeout: 30_000 })
  const journal = mock.journal()
  expect(new Set(journal.map(({ partner }) => partner))).toEqual(new Set([mock.partnerOf(other.key)]))
  expect(await other.balance()).toBe(500_000 - 9 * 2_500)
})

test('a key whose clock is read or advanced, or that only pings, is used', async () => {
  const { clock, mine } = mockOver()
  await mine.buy('SCENARIO-AT-ONCE', 'SHOP:1')
  for (let week = 0; week < 3; week += 1) {
    clock.advance(6 * DAY_MS)
    await mine.get('/ping')
    clock.advance(6 * DAY_MS)
    await mine.advance(1)
  }
  expect(await mine.balance()).toBe(497_500)
})

test('ids of forgotten guests are given to nobody else', async () => {
  const { clock, mock, mine, other } = mockOver(inMemory)
  await mine.get('/ping')
  await other.get('/ping')
  clock.advance(8 * DAY_MS)
  await other.get('/ping')
  expect(mock.partnerOf(other.key)).toBe('guest-3')
  expect(mock.partnerOf(mine.key)).toBe('guest-4')
})

test('where the store is away, a call is answered as unavailable, and the mock continues', async () => {
  const faults: string[] = []
  const { clock, store, mine } = mockOver(inMemory, faults)
  const away = vi.spyOn(store.uses, 'note').mockRejectedValue(new StoreUnavailableError('away'))
  vi.spyOn(store.uses, 'forgetIdle').mockRejectedValue(new StoreUnavailableError('away'))
  expect((await mine.get('/ping')).status).toBe(503)
  away.mockRestore()
  clock.advance(DAY_MS)
  expect((await mine.get('/ping')).status).toBe(200)
  expect(faults).toEqual([expect.stringContaining('the store is unavailable')])
})

test('a mock that forgets nothing notes no use', async () => {
  const store = memoryStore()
  const note = vi.spyOn(store.uses, 'note')
  await openSandbox(inProcess(createMock({ store }).app)).get('/ping')
  expect(note).not.toHaveBeenCalled()
})
