import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeOf, roundStep, ticksOf, timeScale } from './time-scale.ts'

const instants = fc.array(
  fc.oneof(fc.double({ min: 0, max: 100_000, noNaN: true }), fc.double({ noNaN: true })),
  { minLength: 2, maxLength: 300 },
)
const labelsOf = (...times: number[]) => ticksOf(timeScale(times)).map(({ label }) => label)

describe('a scale of time', () => {
  test('gives a second the same width everywhere', () => {
    const scale = timeScale([0, 1_000, 3_000, 4_000])
    expect([0, 500, 1_000, 2_000, 3_000, 4_000].map((ms) => placeOf(scale, ms))).toEqual([
      0, 0.125, 0.25, 0.5, 0.75, 1,
    ])
  })

  test('has a break where nothing happens for long, and nowhere else', () => {
    const breaks = (...times: number[]) =>
      timeScale(times).stretches.flatMap(({ isBreak }, index) => (isBreak ? [index] : []))
    expect(breaks(0, 200, 90_200, 91_200, 93_000)).toEqual([1])
    expect(breaks(0, 3_000, 8_000, 10_000)).toEqual([])
    expect(breaks(0, 1_000, 61_000, 62_000, 122_000)).toEqual([1, 3])
    expect(breaks(0, 100_000)).toEqual([])
  })

  test('has room for 50 milliseconds as for 100 seconds, and fills it', () => {
    for (const end of [0.5, 50, 100_000]) expect(placeOf(timeScale([0, end / 3, end]), end)).toBeCloseTo(1)
  })

  test('never goes back, and stays within its width, for any instants', () => {
    fc.assert(
      fc.property(instants, (times) => {
        const scale = timeScale(times)
        const places = times.toSorted((one, other) => one - other).map((ms) => placeOf(scale, ms))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
        expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...places)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('has one place for a single instant', () => {
    expect(placeOf(timeScale([5, 5]), 5)).toBe(0)
  })
})

test.each([
  [0.3, 0.5],
  [1, 1],
  [1.1, 2],
  [3, 5],
  [51, 100],
  [640, 1_000],
])('the round step that is not less than %d is %d', (least, step) => {
  expect(roundStep(least)).toBeCloseTo(step)
})

test('marks are at round numbers of seconds, with as many decimals as they need', () => {
  const firstOf = (...times: number[]) => labelsOf(...times).slice(0, 3)
  expect(firstOf(0, 1_000, 4_200)).toEqual(['0 s', '1 s', '2 s'])
  expect(firstOf(0, 20, 50)).toEqual(['0 s', '0.01 s', '0.02 s'])
  expect(firstOf(0, 50_000, 100_000)).toEqual(['0 s', '20 s', '40 s'])
})

test('a break shows its length, and no mark is close to it', () => {
  const ticks = ticksOf(timeScale([0, 200, 90_200, 92_000]))
  const at = ticks.findIndex(({ isBreak }) => isBreak)
  expect(ticks[at]?.label).toBe('+90.0 s')
  for (const neighbour of ticks.filter(({ isBreak }) => !isBreak))
    expect(Math.abs(neighbour.at - (ticks[at]?.at ?? 0))).toBeGreaterThanOrEqual(0.16)
})

test('two marks never come closer than their words are long', () => {
  for (const end of [0.7, 49, 1_234, 99_999]) {
    const places = ticksOf(timeScale([0, end / 7, end / 3, end])).map(({ at }) => at)
    const distances = places.slice(1).map((at, index) => at - (places[index] ?? 0))
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(0.16 - 1e-6)
  }
})
