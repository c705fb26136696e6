import { describe, expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { worldClocks } from './world-clocks.ts'

function clocksByHand(speed?: number) {
  const clock = manualClock(0)
  return { clock, clocks: worldClocks(clock, speed) }
}

describe('the time of a world', () => {
  test('is that of the clock, until it is moved', () => {
    const { clock, clocks } = clocksByHand()
    clock.advance(1_500)
    expect(clocks.timeOf('a')).toEqual({ now: 1_500, isFrozen: false, speed: 1 })
  })

  test('stands still while it is frozen, and goes on from there', () => {
    const { clock, clocks } = clocksByHand()
    clock.advance(1_000)
    clocks.freeze('a')
    clock.advance(5_000)
    expect(clocks.timeOf('a')).toEqual({ now: 1_000, isFrozen: true, speed: 1 })
    clocks.resume('a')
    clock.advance(500)
    expect(clocks.now('a')).toBe(1_500)
  })

  test('can be advanced while it is frozen', async () => {
    const { clock, clocks } = clocksByHand()
    clocks.freeze('a')
    await clocks.advance('a', 2)
    clock.advance(5_000)
    expect(clocks.now('a')).toBe(2_000)
  })

  test('runs as fast as it is told, from then on', () => {
    const { clock, clocks } = clocksByHand()
    clock.advance(1_000)
    clocks.run('a', 60)
    clock.advance(1_000)
    expect(clocks.now('a')).toBe(61_000)
    clocks.run('a', 0.5)
    clock.advance(1_000)
    expect(clocks.now('a')).toBe(61_500)
  })

  test('keeps its speed through a freeze', () => {
    const { clock, clocks } = clocksByHand()
    clocks.run('a', 10)
    clocks.freeze('a')
    clocks.resume('a')
    clock.advance(1_000)
    expect(clocks.now('a')).toBe(10_000)
  })

  test('runs at the common speed where it is not told otherwise', () => {
    const { clock, clocks } = clocksByHand(60)
    clock.advance(1_000)
    clocks.run('slow', 1)
    clock.advance(1_000)
    expect([clocks.now('fast'), clocks.now('slow')]).toEqual([120_000, 61_000])
  })

  test('moves no other', async () => {
    const { clock, clocks } = clocksByHand()
    await clocks.advance('a', 100)
    clocks.freeze('b')
    clocks.run('c', 7)
    clock.advance(1_000)
    expect(['a', 'b', 'c', 'd'].map((world) => clocks.now(world))).toEqual([101_000, 0, 7_000, 1_000])
  })

  test('is the common one again when it is reset', async () => {
    const { clock, clocks } = clocksByHand()
    await clocks.advance('a', 100)
    clocks.freeze('a')
    clocks.reset('a')
    clock.advance(1_000)
    expect(clocks.timeOf('a')).toEqual({ now: 1_000, isFrozen: false, speed: 1 })
  })
})

describe('what is to happen', () => {
  /** Notes what happens in a world, in its order. */
  function plan() {
    const { clock, clocks } = clocksByHand()
    const happened: string[] = []
    const at = (moment: number, what: string) => clocks.at('a', moment, () => void happened.push(what))
    return { clock, clocks, happened, at }
  }

  test('happens when its time has come, and not before', () => {
    const { clock, happened, at } = plan()
    at(1_000, 'first')
    clock.advance(999)
    expect(happened).toEqual([])
    clock.advance(1)
    expect(happened).toEqual(['first'])
  })

  test('happens in the order of its moments, whatever the order of planning', async () => {
    const { clocks, happened, at } = plan()
    at(3_000, 'third')
    at(1_000, 'first')
    at(2_000, 'second')
    await clocks.advance('a', 5)
    expect(happened).toEqual(['first', 'second', 'third'])
  })

  test('happens earlier by the clock where the world runs faster', () => {
    const { clock, clocks, happened, at } = plan()
    at(60_000, 'soon')
    clocks.run('a', 60)
    clock.advance(999)
    expect(happened).toEqual([])
    clock.advance(1)
    expect(happened).toEqual(['soon'])
  })

  test('does not happen while the world is frozen', () => {
    const { clock, clocks, happened, at } = plan()
    at(1_000, 'later')
    clocks.freeze('a')
    clock.advance(60_000)
    expect(happened).toEqual([])
    clocks.resume('a')
    clock.advance(1_000)
    expect(happened).toEqual(['later'])
  })

  test('does not happen when it was called off', async () => {
    const { clocks, happened, at } = plan()
    const callOff = at(1_000, 'never')
    at(1_000, 'then')
    callOff()
    await clocks.advance('a', 2)
    expect(happened).toEqual(['then'])
  })

  test('has happened, with all that it brought about, when an advance is answered', async () => {
    const { clocks, happened } = plan()
    clocks.at('a', 1_000, async () => {
      await Promise.resolve()
      clocks.at('a', 2_000, () => void happened.push('brought about'))
      happened.push('happened')
    })
    await clocks.advance('a', 2)
    expect(happened).toEqual(['happened', 'brought about'])
  })

  test('happens at once where the world is reset', () => {
    const { clocks, happened, at } = plan()
    at(90_000, 'let go')
    clocks.reset('a')
    expect(happened).toEqual(['let go'])
  })
})
