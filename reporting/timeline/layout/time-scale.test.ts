import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeScale, xAt } from './time-scale.ts'

const WIDTH = 700
const instants = fc.array(
  fc.oneof(fc.double({ min: 0, max: 100_000, noNaN: true }), fc.double({ noNaN: true })),
  { minLength: 2, maxLength: 300 },
)

describe('a scale of time', () => {
  test('gives a second the same width everywhere', () => {
    const scale = timeScale([0, 1_000, 3_000, 4_000], WIDTH)
    expect([0, 500, 1_000, 2_000, 3_000, 4_000].map((ms) => xAt(scale, ms))).toEqual([
      0, 87.5, 175, 350, 525, 700,
    ])
  })

  test('keeps close instants apart', () => {
    const scale = timeScale([0, 1, 2, 3_000], WIDTH)
    expect([1, 2, 3_000].map((ms) => xAt(scale, ms))).toEqual([14, 28, 700])
  })

  test('has a break where nothing happens for long, and nowhere else', () => {
    const compressed = (...times: number[]) =>
      timeScale(times, WIDTH).stretches.flatMap(({ isCompressed }, index) => (isCompressed ? [index] : []))
    expect(compressed(0, 200, 90_200, 91_200, 93_000)).toEqual([1])
    expect(compressed(0, 3_000, 8_000, 10_000)).toEqual([])
    expect(compressed(0, 1_000, 61_000, 62_000, 122_000)).toEqual([1, 3])
    expect(compressed(0, 100_000)).toEqual([])
  })

  test('has room for 50 milliseconds as for 100 seconds, and fills it', () => {
    for (const end of [0.5, 50, 100_000]) {
      expect(xAt(timeScale([0, end / 3, end], WIDTH), end)).toBeCloseTo(WIDTH)
    }
  })

  test('never goes back, and stays within its width, for any instants', () => {
    fc.assert(
      fc.property(instants, (times) => {
        const scale = timeScale(times, WIDTH)
        const places = times.toSorted((one, other) => one - other).map((ms) => xAt(scale, ms))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
        expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...places)).toBeLessThanOrEqual(WIDTH + 1e-6)
      }),
    )
  })

  test('has one position for a single instant', () => {
    expect(xAt(timeScale([5, 5], WIDTH), 5)).toBe(0)
  })
})
