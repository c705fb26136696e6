import { expect, test } from 'vitest'
import type { GrowthAt } from '../growth/measure.ts'
import {
  connectionsSection,
  growthSection,
  longLoadSection,
  memorySection,
  startSection,
} from './sections.ts'

function growthAt(orders: number, cost: number): GrowthAt {
  const costs = { purchase: cost, replay: cost, lookup: cost, balance: cost }
  return { orders, store: costs, mock: costs }
}

test('a start is told in milliseconds and in times of the bare one', () => {
  expect(startSection([{ name: 'mock', milliseconds: 101.25, toBare: 1.5 }])).toContain(
    '| mock | 101.3 | 1.50 |',
  )
})

test('memory is judged by the last row', () => {
  const row = { orders: 100_000, rssBytes: 2 ** 27, heapBytes: 2 ** 26 }
  expect(memorySection([{ ...row, bytesPerOrder: 300 }])).toContain(': reached.')
  expect(memorySection([{ ...row, bytesPerOrder: 701 }])).toContain(': **missed**.')
  expect(memorySection([{ ...row, bytesPerOrder: null }])).toContain('**missed**')
})

test('growth is judged by whole calls, from the first size to the last', () => {
  const within = growthSection([{ store: 'memory', sizes: [growthAt(1000, 10), growthAt(1_000_000, 15)] }])
  const beyond = growthSection([{ store: 'memory', sizes: [growthAt(1000, 10), growthAt(1_000_000, 16)] }])
  expect(within).toContain('| lookup, whole call | 10.00 | 15.00 | 1.50 × | reached |')
  expect(beyond).toContain('| lookup, whole call | 10.00 | 16.00 | 1.60 × | **missed** |')
  expect(beyond).toContain('| lookup, store alone | 10.00 | 16.00 | 1.60 × | – |')
})

test('slow connections are told by how much they slow the others, round by round', () => {
  const text = connectionsSection({
    kept: 1000,
    slow: 100,
    limit: 4096,
    requestsPerSecond: 2000,
    without: [1, 2, 3].map((p99Ms) => ({ p50Ms: 1, p99Ms })),
    with: [2, 4, 6].map((p99Ms) => ({ p50Ms: 1, p99Ms })),
    slowClosed: 7,
  })
  expect(text).toContain('p99 is 2.00 times that without')
  expect(text).toContain('7 slow ones were closed')
})

test('what grows under a long load is told for each request', () => {
  const text = longLoadSection({
    minutes: 1,
    requests: 1000,
    heapBytesAtBound: 2 ** 20,
    heapBytesAtEnd: 2 ** 20 + 500,
    curve: [{ seconds: 3, requests: 1000, rssBytes: null }],
  })
  expect(text).toContain('0.50 bytes for each')
  expect(text).toContain('| 3 | 1,000 | – |')
})
