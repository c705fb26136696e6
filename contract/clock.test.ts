import { describe, expect, test } from 'vitest'
import { manualClock, systemClock } from './clock.ts'

describe('a manual clock', () => {
  test('fires due timers in the order of their times, each at its time', () => {
    const clock = manualClock(0)
    const woken: [string, number][] = []
    clock.after(2_000, () => woken.push(['second', clock.now()]))
    clock.after(1_000, () => woken.push(['first', clock.now()]))
    clock.after(3_000, () => woken.push(['third', clock.now()]))
    clock.advance(2_500)
    expect(woken).toEqual([
      ['first', 1_000],
      ['second', 2_000],
    ])
    expect(clock.now()).toBe(2_500)
  })

  test('fires a timer once, and a cancelled one never', () => {
    const clock = manualClock(0)
    const woken: string[] = []
    const cancel = clock.after(1_000, () => woken.push('never'))
    clock.after(1_000, () => woken.push('once'))
    cancel()
    clock.advance(1_000)
    clock.advance(1_000)
    expect(woken).toEqual(['once'])
  })

  test('fires a timer that another timer set within the same advance', () => {
    const clock = manualClock(0)
    const woken: number[] = []
    const again = () => {
      woken.push(clock.now())
      if (woken.length < 3) clock.after(1_000, again)
    }
    clock.after(1_000, again)
    clock.advance(10_000)
    expect(woken).toEqual([1_000, 2_000, 3_000])
  })

  test('fires at whole milliseconds and never early: a timer that sets itself again at once sees time pass', () => {
    const clock = manualClock()
    const began = clock.now()
    const woken: number[] = []
    clock.after(0.0001, () => woken.push(clock.now() - began))
    clock.after(1.5, () => woken.push(clock.now() - began))
    clock.advance(1)
    clock.advance(1)
    expect(woken).toEqual([1, 2])
  })

  test('does not go back', () => {
    expect(() => manualClock().advance(-1)).toThrow(RangeError)
  })
})

test('a timer of the system clock never fires early', async () => {
  const before = systemClock.now()
  await new Promise<void>((resolve) => systemClock.after(5, resolve))
  // The platform counts in whole milliseconds, so a timer can fire up to one millisecond early.
  expect(systemClock.now() - before).toBeGreaterThan(4)
})
