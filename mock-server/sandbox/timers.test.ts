import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { TimeChange } from '../store/sandbox-clock.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { sandboxTimers } from './timers.ts'

const MINE = { sandbox: 'pk_test_mine', openingBalance: 0 }

/** Records what happens in a sandbox, in order, by a clock that the test advances. */
async function plan({ isShared = false } = {}) {
  const clock = manualClock(0)
  const store = { ...memoryStore({ clock }), isShared }
  const timers = sandboxTimers(store, clock)
  const happened: string[] = []
  const at = (moment: number, what: string) => timers.at(MINE, moment, () => void happened.push(what))
  const change = async (asked: TimeChange) => {
    await store.changeTime(MINE, asked)
    await timers.settle(MINE.sandbox)
  }
  const advance = (seconds: number) => change({ advanceSeconds: seconds })
  return { clock, store, timers, happened, at, change, advance }
}

/** Waits until the time has been read. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('what is to happen', () => {
  test.each<[string, TimeChange, number]>([
    ['a second later', { speed: 1 }, 1_000],
    ['earlier by the clock if its sandbox runs faster', { speed: 10 }, 100],
    ['at once when the time was advanced', { advanceSeconds: 1 }, 0],
  ])('happens %s, and not before', async (_, asked, afterMs) => {
    const { clock, happened, at, change } = await plan()
    at(1_000, 'happened')
    await change(asked)
    clock.advance(Math.max(0, afterMs - 1))
    expect(happened).toEqual(afterMs === 0 ? ['happened'] : [])
    clock.advance(1)
    expect(happened).toEqual(['happened'])
  })

  test.each<[string, TimeChange]>([
    ['advances', { advanceSeconds: 3_600 }],
    ['speeds up', { speed: 3_600 }],
  ])(
    'happens within a second when another process %s the sandbox of a store that is shared',
    async (_, asked) => {
      const { clock, store, happened, at } = await plan({ isShared: true })
      await store.changeTime(MINE, { freeze: true })
      at(60_000, 'happened')
      await nextTurn()
      await store.changeTime(MINE, { resume: true })
      await store.changeTime(MINE, asked)
      clock.advance(1_000)
      await nextTurn()
      expect(happened).toEqual(['happened'])
    },
  )

  test('happens in the order of its moments, not of its planning', async () => {
    const { happened, at, advance } = await plan()
    at(3_000, 'third')
    at(1_000, 'first')
    at(2_000, 'second')
    await advance(5)
    expect(happened).toEqual(['first', 'second', 'third'])
  })

  test('does not happen while the sandbox is frozen', async () => {
    const { clock, happened, at, change } = await plan()
    at(1_000, 'later')
    await change({ freeze: true })
    clock.advance(60_000)
    expect(happened).toEqual([])
    await change({ resume: true })
    clock.advance(1_000)
    expect(happened).toEqual(['later'])
  })

  test('does not happen when it was cancelled', async () => {
    const { happened, at, advance } = await plan()
    const callOff = at(1_000, 'never')
    at(1_000, 'then')
    callOff()
    await advance(2)
    expect(happened).toEqual(['then'])
  })

  test('has happened, with all its consequences, when an advance is answered', async () => {
    const { timers, happened, advance } = await plan()
    timers.at(MINE, 1_000, async () => {
      await Promise.resolve()
      timers.at(MINE, 2_000, () => void happened.push('brought about'))
      happened.push('happened')
    })
    await advance(2)
    expect(happened).toEqual(['happened', 'brought about'])
  })

  test('happens within a second when its sandbox was reset elsewhere', async () => {
    const { clock, store, happened, at, advance } = await plan({ isShared: true })
    await advance(3_600)
    at(3_690_000, 'let go')
    await nextTurn()
    await store.reset(MINE)
    clock.advance(1_000)
    await nextTurn()
    expect(happened).toEqual(['let go'])
  })

  test('is tried again when the store could not return the time', async () => {
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
