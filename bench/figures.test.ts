import { expect, test } from 'vitest'
import {
  boundLine,
  boundsOf,
  median,
  medianRatio,
  type Sample,
  type ServerSamples,
  shareOf,
} from './figures.ts'
import type { OperationName } from './operations.ts'
import type { ServerName } from './servers.ts'

function sample(requestsPerSecond: number, coreUsed: number | null = 1): Sample {
  return { requestsPerSecond, coreUsed, p99Ms: 1 }
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

function server(
  name: ServerName,
  { waits = false, ...samples }: Partial<Record<OperationName, Sample[]>> & { waits?: boolean },
): ServerSamples {
  return { name, title: name, does: '', operations: [], waits, samples }
}

const BARE = server('bare', { ping: [sample(1000)], purchase: [sample(1000)] })

function isKept(servers: readonly ServerSamples[], what: string): boolean | undefined {
  return boundsOf({ servers, starts: [] }).find((bound) => bound.what === what)?.isKept
}

test('the mock is held to its share of the bare server, and kept where it just reaches it', () => {
  expect(isKept([BARE, server('mock', { ping: [sample(700)] })], 'mock: GET /ping')).toBe(true)
  expect(isKept([BARE, server('mock', { ping: [sample(699)] })], 'mock: GET /ping')).toBe(false)
})

test('a log that holds the mock up without using its core misses the bound', () => {
  const held = server('mock-unread', { waits: true, ping: [sample(300, 0.3)] })
  expect(isKept([BARE, held], 'mock-unread: GET /ping')).toBe(false)
})

test('a start may take half as long again as that of a bare server', () => {
  const ofMock = (milliseconds: number) =>
    boundsOf({
      servers: [],
      starts: [
        { title: 'bare node:http', milliseconds: [100] },
        { title: 'this mock, first start', milliseconds: [milliseconds] },
      ],
    }).find(({ what }) => what === 'this mock, first start')?.isKept
  expect([ofMock(150), ofMock(151)]).toEqual([true, false])
})

test('what was not measured is not kept', () => {
  const bounds = boundsOf({ servers: [], starts: [] })
  expect(bounds.length).toBeGreaterThan(0)
  expect(bounds.filter((bound) => bound.isKept)).toEqual([])
})

test('a line says what was found, and what should have been', () => {
  const missed = { what: 'mock: GET /ping', isAtLeast: true, bound: 0.7, found: 0.5, isKept: false }
  expect(boundLine(missed)).toMatch(/MISSED +mock: GET \/ping +0.50 of bare, at least 0.70/)
})
