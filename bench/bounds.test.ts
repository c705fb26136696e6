import { expect, test } from 'vitest'
import { boundLine, boundsOf } from './bounds.ts'
import type { OperationName } from './operations.ts'
import type { Sample } from './ratios.ts'
import type { ServerName } from './servers/servers.ts'
import type { ServerSamples } from './throughput/throughput.ts'

function sample(requestsPerSecond: number, coreUsed = 1): Sample {
  return { requestsPerSecond, coreUsed, p99Ms: 1 }
}

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
