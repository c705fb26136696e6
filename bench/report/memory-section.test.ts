import { expect, test } from 'vitest'
import { memorySection } from './memory-section.ts'

test('memory is judged by the last row', () => {
  const row = { orders: 100_000, rssBytes: 2 ** 27, heapBytes: 2 ** 26 }
  expect(memorySection([{ ...row, bytesPerOrder: 300 }])).toContain(': reached.')
  expect(memorySection([{ ...row, bytesPerOrder: 701 }])).toContain(': **missed**.')
  expect(memorySection([{ ...row, bytesPerOrder: null }])).toContain('**missed**')
})
