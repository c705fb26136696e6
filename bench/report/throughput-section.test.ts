import { expect, test } from 'vitest'
import type { ThroughputResults } from '../results.ts'
import type { Sample } from '../throughput.ts'
import { throughputChart, throughputSection } from './throughput-section.ts'

function sample(requestsPerSecond: number): Sample {
  return { requestsPerSecond, p50Ms: 1, p99Ms: 2, serverBusy: 1, loadBusy: 0.3 }
}

const RESULTS: ThroughputResults = {
  connections: 32,
  seconds: 2,
  rounds: 1,
  servers: [
    { name: 'bare', rounds: [{ ping: sample(20_000), purchase: sample(20_000) }] },
    { name: 'mock', rounds: [{ ping: sample(17_000), purchase: sample(10_000) }] },
    { name: 'mock-sqlite', rounds: [{ purchase: sample(6000) }] },
    { name: 'mockoon', rounds: [{ purchase: sample(1000) }] },
  ],
}

test('every server has a row, with its ratio to the bare one and the mock as so many of it', () => {
  const text = throughputSection(RESULTS)
  expect(text).toContain('| bare node:http | 20,000 | 0 % | 1.00 | 2.00 | 1.00 | 1.00 | 0.85 × |')
  expect(text).toContain('| this mock | 17,000 | 0 % | 1.00 | 2.00 | 1.00 | 0.85 | – |')
  expect(text).toContain('| Mockoon | 1,000 | 0 % | 1.00 | 2.00 | 1.00 | 0.05 | 10.00 × |')
})

test('targets are told as they are: reached, missed, or not measured', () => {
  const text = throughputSection(RESULTS)
  expect(text).toContain('| `GET /ping`, to bare | ≥ 0.80 | 0.85 | reached |')
  expect(text).toContain('| `POST /orders, new`, to bare | ≥ 0.65 | 0.50 | **missed** |')
  expect(text).toContain('| `POST /orders`, times Mockoon | ≥ 10.00 | 10.00 | reached |')
  expect(text).toContain('| `POST /orders`, times Prism | ≥ 5.00 | – | – |')
})

test('the mock with a file is beside the others where it is measured, and held to its own target', () => {
  const text = throughputSection(RESULTS)
  expect(text.match(/\| this mock, SQLite file \|.*/g)).toEqual([
    '| this mock, SQLite file | 6,000 | 0 % | 1.00 | 2.00 | 1.00 | 0.30 | 1.67 × |',
  ])
  expect(text).toContain('| `POST /orders, new`, SQLite file, to bare | ≥ 0.30 | 0.30 | reached |')
  expect(throughputChart(RESULTS).match(/this mock, SQLite file/g)).toHaveLength(1)
})

test('what a server has no answer for is said in words, in the chart too', () => {
  expect(throughputSection(RESULTS)).toContain(
    'No replay: the second order of a reference is answered with 500.',
  )
  expect(throughputChart(RESULTS)).toContain('not supported')
})
