import { describe, expect, test } from 'vitest'
import { changedAnchor, commonAnchor, sandboxTimeAt, type TimeChange } from './sandbox-clock.ts'

/** The time of a sandbox that began at 0, at a time of the clock, when changes were made at others. */
function timeAt(
  clockNow: number,
  changes: readonly (readonly [at: number, change: TimeChange])[],
  speed = 1,
) {
  const anchor = changes.reduce(
    (before, [at, change]) => changedAnchor(before, at, change),
    commonAnchor(0, speed),
  )
  return sandboxTimeAt(anchor, clockNow)
}

describe('the time of a sandbox', () => {
  test('is that of the clock, until it is moved', () => {
    expect(timeAt(1_500, [])).toBe(1_500)
  })

  test('does not move while it is frozen, and continues from there', () => {
    expect(timeAt(6_000, [[1_000, { freeze: true }]])).toBe(1_000)
    const resumed = [[1_000, { freeze: true }] as const, [6_000, { resume: true }] as const]
    expect(timeAt(6_500, resumed)).toBe(1_500)
  })

  test('is advanced, whether it is frozen or not', () => {
    expect(timeAt(1_000, [[500, { advanceSeconds: 2 }]])).toBe(3_000)
    const frozen = [[0, { freeze: true }] as const, [500, { advanceSeconds: 2 }] as const]
    expect(timeAt(5_000, frozen)).toBe(2_000)
  })

  test('runs at a new speed from its change on', () => {
    expect(timeAt(2_000, [[1_000, { speed: 60 }]])).toBe(61_000)
    expect(timeAt(1_000, [], 60)).toBe(60_000)
  })

  test('keeps its speed through a freeze, and stays frozen through a change of speed', () => {
    const frozen = [[0, { speed: 10 }] as const, [0, { freeze: true }] as const]
    expect(timeAt(1_000, [...frozen, [0, { resume: true }]])).toBe(10_000)
    expect(timeAt(1_000, [...frozen, [0, { speed: 5 }]])).toBe(0)
  })
})
