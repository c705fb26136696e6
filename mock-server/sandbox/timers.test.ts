import { describe, expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { TimeChange } from '../store/sandbox-clock.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { sandboxTimers } from './timers.ts'

const MINE = { sandbox: 'pk_test_mine', openingBalance: 0 }

/** Records what happens in a sandbox, in order, by a clock that the test advances. */
async function plan() {
  const clock = manualClock(0)
  const store = memoryStore({ clock })
  const timers = sandboxTimers(store, clock)
  const happened: string[] = []
  const at = (moment: number, what: string) => timers.at(MINE, moment, () => void happened.push(what))
  const advance = async (seconds: number) => {
    await store.changeTime(MINE, { advanceSeconds: seconds })
    await timers.settle(MINE.sandbox)
  }
  return { clock, store, timers, happened, at, advance }
}

/** Waits until a notified change has been read. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('what is to happen', () => {
  test.each([
    ['a second later', {}, 1_000],
    ['earlier by the clock if any process makes the sandbox run faster', { speed: 10 }, 100],
    [
      'at once when the time was advanced elsewhere, as soon as the store reports it',
      { advanceSeconds: 1 },
      0,
    ],
  ])('happens %s, and not before', async (_, change, afterMs) => {
    const { clock, store, happened, at } = await plan()
    at(1_000, 'happened')
    await nextTurn()
    if (Object.keys(change).length > 0) await store.changeTime(MINE, change as TimeChange)
    await nextTurn()
    clock.advance(Math.max(0, afterMs - 1))
    expect(happened).toEqual(afterMs === 0 ? ['happened'] : [])
    clock.advance(1)
    expect(happened).toEqual(['happened'])
  })

  test('happens in the order of its moments, not of its planning', async () => {
    const { happened, at, advance } = await plan()
    at(3_000, 'third')
    at(1_000, 'first')
    at(2_000, 'second')
    await advance(5)
    expect(happened).toEqual(['first', 'second', 'third'])
  })

  test('does not happen while the sandbox is frozen', async () => {
    const { clock, store, happened, at } = await plan()
    at(1_000, 'later')
    await store.changeTime(MINE, { freeze: true })
    await nextTurn()
    clock.advance(60_000)
    expect(happened).toEqual([])
    await store.changeTime(MINE, { resume: true })
    await nextTurn()
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

  test('happens at once when its sandbox was reset elsewhere', async () => {
    const { store, happened, at, advance } = await plan()
    await advance(3_600)
    at(3_690_000, 'let go')
    await nextTurn()
    await store.reset(MINE)
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
