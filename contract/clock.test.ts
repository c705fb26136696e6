import { describe, expect, test } from 'vitest'
import { manualClock, systemClock } from './clock.ts'

describe('a clock by hand', () => {
  test('wakes whoever is due, in the order of their times, at their times', () => {
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

  test('wakes once, and not whoever was called off', () => {
    const clock = manualClock(0)
    const woken: string[] = []
    const cancel = clock.after(1_000, () => woken.push('never'))
    clock.after(1_000, () => woken.push('once'))
    cancel()
    clock.advance(1_000)
    clock.advance(1_000)
    expect(woken).toEqual(['once'])
  })

  test('wakes also what a waking plans for the same stretch', () => {
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

  test('wakes by whole milliseconds, and never early: whoever sets it again at once sees time pass', () => {
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

test("the machine's clock wakes no earlier than it was told", async () => {
  const before = systemClock.now()
  await new Promise<void>((resolve) => systemClock.after(5, resolve))
  // Timers of the platform count in whole milliseconds, which may have begun before.
  expect(systemClock.now() - before).toBeGreaterThan(4)
})
