import { expect, test } from 'vitest'
import { missedBounds } from './missed-bounds.ts'
import { OPERATIONS } from './operations.ts'
import type { Sample, Throughput } from './throughput.ts'

const CHECKED = OPERATIONS.filter(({ target }) => target !== null)

function serversAt(share: (target: number) => number): Throughput {
  const sample = (requestsPerSecond: number): Sample => ({
    requestsPerSecond,
    p50Ms: 1,
    p99Ms: 1,
    serverBusy: 1,
    loadBusy: 0.3,
  })
  const bare = CHECKED.map(({ name }) => [name, sample(1000)])
  const mock = CHECKED.map(({ name, target }) => [name, sample(1000 * share(target ?? 0))])
  return [
    { name: 'bare', rounds: [Object.fromEntries(bare)] },
    { name: 'mock', rounds: [Object.fromEntries(mock)] },
  ]
}

test('a mock at half of its targets is let pass, with a line for each', () => {
  const { lines, missed } = missedBounds(serversAt((target) => target * 0.51))
  expect(missed).toEqual([])
  expect(lines).toHaveLength(CHECKED.length)
})

test('a mock below half of its targets is stopped, with a sentence for each', () => {
  const { missed } = missedBounds(serversAt((target) => target * 0.49))
  expect(missed).toHaveLength(CHECKED.length)
  expect(missed[0]).toContain('GET /ping: the mock is to answer at least 0.40')
})

test('what was not measured does not pass', () => {
  expect(missedBounds([]).missed).toHaveLength(CHECKED.length)
})
