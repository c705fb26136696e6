import { expect, test } from 'vitest'
import { median, medianRatio, type Sample, shareOf } from './ratios.ts'

function sample(requestsPerSecond: number, coreUsed: number | null = 1): Sample {
  return { requestsPerSecond, coreUsed, p99Ms: 2 }
}

test('the median is the middle number, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 30])).toBe(3)
  expect(median([])).toBeNaN()
})

test('a ratio is taken round by round, and a round that one of the two lacks is left out', () => {
  expect(medianRatio([80, 40, 45, 1], [100, 50, 50])).toBeCloseTo(0.8)
})

test('a share is for the same processor time: a server that had half a core has had half the time', () => {
  expect(shareOf([sample(40, 0.5)], [sample(100)])).toBeCloseTo(0.8)
})

test('a server that waits without using its core is held to the clock', () => {
  expect(shareOf([sample(40, 0.5)], [sample(100)], { waits: true })).toBeCloseTo(0.4)
  expect(shareOf([sample(0, 0)], [sample(100)], { waits: true })).toBe(0)
})

test('the clock counts where the system does not tell the processor time', () => {
  expect(shareOf([sample(40, 0.5)], [sample(100, null)])).toBeCloseTo(0.4)
})
