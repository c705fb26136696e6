import { expect, test } from 'vitest'
import { median, medianRatio, spread } from './statistics.ts'

test('the median is the middle number, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5)
})

test('the median of an even count lies between the two in the middle', () => {
  expect(median([4, 1, 2, 30])).toBe(3)
})

test('there is no median of nothing', () => {
  expect(median([])).toBeNaN()
})

test('a ratio is taken round by round, so that a slow round of the machine does not move it', () => {
  expect(medianRatio([80, 40, 45], [100, 50, 50])).toBeCloseTo(0.8)
})

test('a round that only one of them has counts for nothing', () => {
  expect(medianRatio([80, 1], [100])).toBeCloseTo(0.8)
  expect(medianRatio([80], [100, 1])).toBeCloseTo(0.8)
})

test('the spread is relative to the median', () => {
  expect(spread([90, 100, 110])).toBeCloseTo(0.2)
})
