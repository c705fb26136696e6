import { expect, test } from 'vitest'
import type { LongLoad } from '../long-load.ts'
import { longLoadSection } from './long-load-section.ts'

const MIB = 2 ** 20

function loadWith(rss: readonly (number | null)[], heapBytesAtEnd = MIB): LongLoad {
  const curve = rss.map((mebibytes, index) => ({
    seconds: 3 * (index + 1),
    requests: 1000,
    rssBytes: mebibytes === null ? null : mebibytes * MIB,
  }))
  return { minutes: 1, requests: 1000, heapBytesAtBound: MIB, heapBytesAtEnd, curve }
}

test('what grows under a long load is told for each request', () => {
  const text = longLoadSection(loadWith([null], MIB + 500))
  expect(text).toContain('0.50 bytes for each')
  expect(text).toContain('| 3 | 1,000 | – |')
})

test('memory is flat when the heap ends where it began, and the second half adds next to nothing', () => {
  const heap = '| heap at the end, to that with the journal full | ≤ 1.10 |'
  expect(longLoadSection(loadWith([100], MIB * 1.1))).toContain(`${heap} 1.10 | reached |`)
  expect(longLoadSection(loadWith([100], MIB * 1.11))).toContain(`${heap} 1.11 | **missed** |`)
  const rss = '| RSS at the end, to that half-way | ≤ 1.05 |'
  expect(longLoadSection(loadWith([50, 100, 101, 105]))).toContain(`${rss} 1.05 | reached |`)
  expect(longLoadSection(loadWith([50, 100, 101, 106]))).toContain(`${rss} 1.06 | **missed** |`)
})

test('where the system tells no RSS, there is no verdict on it', () => {
  expect(longLoadSection(loadWith([null, null]))).toContain('| ≤ 1.05 | – | – |')
})
