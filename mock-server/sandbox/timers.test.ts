import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { TimeChange } from '../store/sandbox-clock.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { sandboxTimers } from './timers.ts'

const MINE = { sandbox: 'pk_test_mine', openingBalance: 0 }

/** Timers over a store whose sandboxes another process may change, and what they did. */
function sharedTimers() {
  const clock = manualClock(0)
  const store = { ...memoryStore({ clock }), isShared: true }
  const timers = sandboxTimers(store, clock)
  const happened: string[] = []
  const at = (moment: number, what: string) => timers.at(MINE, moment, () => void happened.push(what))
  return { clock, store, happened, at }
}

/** In a turn the timers read the time from their store. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

// ../faults.test.ts and ../testing/model show how delayed answers follow the clock of their key in this process.
describe('a delayed answer', () => {
  test.each<[string, TimeChange]>([
    ['advances', { advanceSeconds: 3_600 }],
    ['speeds up', { speed: 3_600 }],
  ])('leaves within a second after another process %s its key', async (_, asked) => {
    const { clock, store, happened, at } = sharedTimers()
    await store.changeTime(MINE, { freeze: true })
    at(60_000, 'happened')
    await nextTurn()
    await store.changeTime(MINE, { resume: true })
    await store.changeTime(MINE, asked)
    clock.advance(1_000)
    await nextTurn()
    expect(happened).toEqual(['happened'])
  })

  test('leaves within a second after another process resets its key', async () => {
    const { clock, store, happened, at } = sharedTimers()
    await store.changeTime(MINE, { advanceSeconds: 3_600 })
    at(3_690_000, 'let go')
    await nextTurn()
    await store.reset(MINE)
    clock.advance(1_000)
    await nextTurn()
    expect(happened).toEqual(['let go'])
  })

  test('leaves when its store can be reached again', async () => {
    const clock = manualClock(0)
    const store = memoryStore({ clock })
    let failures = 2
    const enter: typeof store.enter = async (account) => {
      failures -= 1
      if (failures >= 0) throw new StoreUnavailableError('gone')
      return store.enter(account)
    }
    const timers = sandboxTimers({ ...store, enter }, clock)
    const happened: string[] = []
    timers.at(MINE, 5_000, () => void happened.push('late'))
    for (let second = 0; second < 5; second += 1) {
      await nextTurn()
      clock.advance(1_000)
    }
    expect(happened).toEqual(['late'])
  })
})
