import { expect, test } from 'vitest'
import type { CompetitorStart } from '../competitor-start.ts'
import type { StartTime } from '../start-times.ts'
import { startSection } from './start-section.ts'

const TIMES: StartTime[] = [
  { name: 'bare node:http', milliseconds: 50, toBare: 1 },
  { name: 'mock, first start', milliseconds: 80, toBare: 1.6 },
  { name: 'mock, second start', milliseconds: 75, toBare: 1.5 },
]

const COMPETITORS: CompetitorStart[] = [
  { name: 'mock', title: 'this mock', milliseconds: [100, 200, 100] },
  { name: 'prism', title: 'Prism', milliseconds: [400, 800, 1000] },
  { name: 'mockoon', title: 'Mockoon', milliseconds: [300, 600, 300] },
]

test('a start is told in milliseconds and in times of the first of the bare ones', () => {
  const text = startSection(TIMES, [])
  expect(text).toContain('| ms | to bare node:http |')
  expect(text).toContain('| mock, first start | 80.0 | 1.60 |')
})

test('the mock is held to both of its starts beside bare node:http', () => {
  const text = startSection(TIMES, [])
  expect(text).toContain('| mock, first start, to bare node:http | ≤ 1.50 | 1.60 | **missed** |')
  expect(text).toContain('| mock, second start, to bare node:http | ≤ 1.50 | 1.50 | reached |')
  expect(text).toContain('| mock to Prism | ≤ 0.25 | – | – |')
})

test('others are beside the mock that took turns with them, and it is held to a quarter of each, round by round', () => {
  const text = startSection(TIMES, COMPETITORS)
  expect(text).toContain('| this mock | 100.0 | – |')
  expect(text).toContain('| Prism | 800.0 | 0.25 × |')
  expect(text).toContain('| mock to Prism | ≤ 0.25 | 0.25 | reached |')
  expect(text).toContain('| mock to Mockoon | ≤ 0.25 | 0.33 | **missed** |')
})
