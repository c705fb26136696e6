import { expect, test } from 'vitest'
import type { ServerSamples } from './figures.ts'
import { excessOf, type Install } from './install.ts'
import { describeMachine, installPage, performancePage, type Results } from './page.ts'

function server(name: 'bare' | 'mock', title: string, requestsPerSecond: number): ServerSamples {
  const samples = { ping: [{ requestsPerSecond, p99Ms: 3, coreUsed: 1 }] }
  return { name, title, does: 'Answers.', operations: ['ping'], samples }
}

const RESULTS: Results = {
  machine: {
    processor: 'A Processor',
    cores: 2,
    memoryGiB: 8,
    system: 'Linux 6',
    node: '24.0.0',
    isPinned: true,
    date: '2026-01-01',
    loadBefore: 0.5,
  },
  plan: { restarts: 1, rounds: 1, seconds: 1, warmUpSeconds: 1 },
  servers: [server('bare', 'bare', 20_000), server('mock', 'this mock', 13_000)],
  starts: [
    { title: 'bare node:http', milliseconds: [50] },
    { title: 'this mock, first start', milliseconds: [60] },
  ],
}

test('a page says on what it was measured and when', () => {
  const text = performancePage(RESULTS)
  for (const fact of ['A Processor', '24.0.0', '2026-01-01']) expect(text).toContain(fact)
})

test.each([
  ['a server, with its ratio to the bare one', '| this mock | 13,000 | 3 | 1.00 | 0.65 |'],
  ['a start, with its ratio', '| this mock, first start | 60 | 1.20 |'],
  ['a bound that is missed', '| this mock: GET /ping | ≥ 0.70 | 0.65 | **missed** |'],
  ['one that was not measured', '| this mock: POST /orders, new | ≥ 0.65 | – | **missed** |'],
  ['one that is kept', '| this mock, first start | ≤ 1.50 | 1.20 | kept |'],
])('a page has a row for %s, and no figure for what was not measured', (_, row) => {
  const text = performancePage(RESULTS)
  expect(text).toContain(row)
  expect(text).not.toMatch(/NaN|undefined|null/)
})

test('a page warns of its own figures where the machine was busy before the run', () => {
  const busy = { ...RESULTS, machine: { ...RESULTS.machine, loadBefore: 1.6 } }
  expect(performancePage(busy)).toContain('busy with other work')
  expect(performancePage(RESULTS)).not.toContain('busy with other work')
})

const KIT: Install = {
  title: 'this kit',
  packages: 9,
  megabytes: 17.26,
  seconds: { emptyCache: 4.04, filledCache: 2.5 },
}

test('the page about installs shows the figures of each product', () => {
  expect(installPage([KIT], describeMachine(), '11.0.0')).toContain('| this kit | 9 | 17.3 | 4.0 | 2.5 |')
})

test('an install over a bound is named, one within them is not', () => {
  expect(excessOf(KIT)).toEqual([])
  expect(
    excessOf({ ...KIT, packages: 10, megabytes: 19.04, seconds: { emptyCache: 9, filledCache: 7 } }),
  ).toEqual(['10 packages, 9 allowed', '19.0 MB, 18 allowed', '7.0 s, 6 allowed'])
})
