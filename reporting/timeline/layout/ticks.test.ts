import { expect, test } from 'vitest'
import { roundStep, ticksOf } from './ticks.ts'
import { timeScale } from './time-scale.ts'

const labelsOf = (...instants: number[]) => ticksOf(timeScale(instants, 700)).map(({ label }) => label)

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
  const firstOf = (...instants: number[]) => labelsOf(...instants).slice(0, 3)
  expect(firstOf(0, 1_000, 4_200)).toEqual(['0 s', '0.5 s', '1.0 s'])
  expect(firstOf(0, 20, 50)).toEqual(['0 s', '0.005 s', '0.010 s'])
  expect(firstOf(0, 50_000, 100_000)).toEqual(['0 s', '10 s', '20 s'])
})

test('a break of the scale shows its length, and no mark is close to it', () => {
  const ticks = ticksOf(timeScale([0, 200, 90_200, 92_000], 700))
  const at = ticks.findIndex(({ isBreak }) => isBreak)
  expect(ticks[at]?.label).toBe('+90.0 s')
  for (const neighbour of [ticks[at - 1], ticks[at + 1]]) {
    expect(Math.abs((neighbour?.x ?? 0) - (ticks[at]?.x ?? 0))).toBeGreaterThanOrEqual(64)
  }
})

test('two marks never come closer than their words are long', () => {
  for (const end of [0.7, 49, 1_234, 99_999]) {
    const places = ticksOf(timeScale([0, end / 7, end / 3, end], 700)).map(({ x }) => x)
    const distances = places.slice(1).map((x, index) => x - (places[index] ?? 0))
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(64 - 1e-6)
  }
})
