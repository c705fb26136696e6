import { expect, test } from 'vitest'
import { answer, exchange } from '../../certification/testing/exchange.fixture.ts'
import { manualClock } from '../../contract/clock.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { jsonLog } from './mock-log.ts'

const TIME = '"time":"2026-01-01T00:00:00.000Z"'

const SERVED = exchange({
  seq: 7,
  arrivedMs: 1000,
  partner: 'shop',
  operation: 'ping',
  request: { method: 'GET', target: '/ping', headers: {}, body: null },
  response: { ...answer({ success: true }), answeredMs: 1001.5 },
  delivery: { outcome: 'delivered', atMs: 1002.25 },
})

function open() {
  const lines: string[] = []
  const log = jsonLog((line) => void lines.push(line), manualClock())
  const served = (exchange: Partial<Exchange> = {}) => log.exchange({ ...SERVED, ...exchange })
  return { log, served, lines }
}

test('the line of an exchange begins with its level and the time, and has its facts in a fixed order', () => {
  const { served, lines } = open()
  served()
  expect(lines).toEqual([
    `{"level":"info",${TIME},"event":"exchange","seq":7,"requestId":"7","at":"2026-01-01T00:00:00.000Z","method":"GET",` +
      '"target":"/ping","status":200,"delivery":"delivered","durationMs":2,"partner":"shop","operation":"ping",' +
      '"order":null,"refusal":null,"fault":null,"nearMiss":null}',
  ])
})

test('a call has the names that its sender gave it: its request id, and its place in a trace', () => {
  const { served, lines } = open()
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { 'X-Request-Id': 'r-1', Traceparent: `00-${traceId}-${spanId}-01` }
  served({ request: { ...SERVED.request, headers } })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: 'r-1', traceId, spanId })
})

test('what is not known of an exchange that was lost is null', () => {
  const { served, lines } = open()
  served({ partner: null, operation: null, response: null, delivery: null })
  const unknown = { partner: null, operation: null, status: null, delivery: null, durationMs: null }
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(unknown)
})

test.each([
  ['a line break and a quote', '/a\n"', String.raw`/a\n\"`],
  ['half a surrogate pair', '/\ud800', String.raw`/\ud800`],
  ['a sign that turns the text', '/\u202e', String.raw`/\u202e`],
  ['a command to a CI system', '/##[group]', String.raw`/#\u0023[group]`],
])('%s in a target stays within its line, and is read back as it was', (_, target, written) => {
  const { served, lines } = open()
  served({ request: { ...SERVED.request, target } })
  expect(lines[0]).toContain(`"target":"${written}"`)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ target })
})

test('a long text is cut, so that nobody writes lines without end', () => {
  const { served, lines } = open()
  const long = 'x'.repeat(16_000)
  const order = { partnerReference: long, sku: long, effect: 'none' } as const
  served({ order, request: { ...SERVED.request, target: `/${long}`, headers: { 'x-request-id': long } } })
  expect(lines[0]?.length).toBeLessThan(3_000)
  expect(JSON.parse(lines[0] ?? '').target).toMatch(/^\/x{498}…$/)
})
