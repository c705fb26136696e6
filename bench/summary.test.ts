import { expect, test } from 'vitest'
import { ratioOf, samplesOf, summaryOf } from './summary.ts'
import type { Sample, Throughput } from './throughput.ts'

function sample(requestsPerSecond: number, serverBusy: number | null = 1): Sample {
  return { requestsPerSecond, p50Ms: 1, p99Ms: 2, serverBusy, loadBusy: 0.3 }
}

const SERVERS: Throughput = [
  { name: 'mock', rounds: [{ ping: sample(10) }, { ping: sample(30) }, { ping: sample(20) }] },
]

test('the samples of an operation are found by round, and none for what a server lacks', () => {
  expect(samplesOf(SERVERS, 'mock', 'ping').map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([
    10, 30, 20,
  ])
  expect(samplesOf(SERVERS, 'mock', 'replay')).toEqual([])
  expect(samplesOf(SERVERS, 'bare', 'ping')).toEqual([])
})

test('a summary is of medians', () => {
  expect(summaryOf(samplesOf(SERVERS, 'mock', 'ping'))).toMatchObject({ requestsPerSecond: 20, spread: 1 })
})

test('there is no summary of what was not measured', () => {
  expect(summaryOf([])).toBeUndefined()
})

test('a ratio is for the same processor time: a server that had half a core has had half the time', () => {
  expect(ratioOf([sample(40, 0.5)], [sample(100)])).toBeCloseTo(0.8)
})

test('a ratio is for the same time on the clock where the processor time of any sample is unknown', () => {
  expect(ratioOf([sample(40, 0.5)], [sample(100, null)])).toBeCloseTo(0.4)
})
