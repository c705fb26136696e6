import { createServer, type ServerResponse } from 'node:http'
import { expect, type TestContext, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { advancedPace } from '../run/pace.ts'
import type { DiscoveryEvent } from './findings.ts'
import { openProber } from './prober.ts'

type Answer = (response: ServerResponse, nth: number) => void

async function proberOf(answer: Answer, { onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['x-key'] ?? 'without'}`)
    answer(response, seen.length)
  })
  const clock = manualClock(0)
  const events: DiscoveryEvent[] = []
  const aim = {
    baseUrl: `http://127.0.0.1:${await portOf(server, { onTestFinished })}`,
    apiKey: 'pk_test_prober',
    profile: resolveProfile({}),
  }
  const limits = { pauseMs: 200, mostRequests: 9 }
  return {
    prober: openProber(aim, advancedPace(clock), limits, (event) => events.push(event)),
    seen,
    clock,
    events,
  }
}

const ok: Answer = (response) => response.end('{"data":{}}')
const busy: Answer = (response) => response.writeHead(429, { 'Retry-After': '7' }).end()
const auth = { header: 'X-Key', format: '{key}' }

test('a request is sent as it is asked for, and reported without the key', async (context) => {
  const { prober, seen, events } = await proberOf(ok, context)
  await prober.ask({ operation: 'ping', auth, how: 'X-Key: {key}' })
  await prober.ask({ operation: 'ping', auth: null })
  expect(seen).toEqual(['GET /ping pk_test_prober', 'GET /ping without'])
  expect(events[0]).toEqual({ kind: 'request', request: 'GET /ping', how: 'X-Key: {key}', result: '200' })
  expect(JSON.stringify(events)).not.toContain('pk_test_prober')
})

test('a busy service is asked once more, after the time that it asks for', async (context) => {
  const once: Answer = (response, nth) => (nth === 1 ? busy : ok)(response, nth)
  const { prober, clock, events } = await proberOf(once, context)
  expect((await prober.ask({ operation: 'ping', auth, how: 'this way' })).status).toBe(200)
  expect(clock.now()).toBe(7200)
  expect(events.map((event) => event.kind === 'request' && event.how)).toEqual([
    'this way',
    'this way once more, since the service was busy',
  ])
})

test('a service that stays busy is left alone', async (context) => {
  const { prober, seen } = await proberOf(busy, context)
  await expect(prober.ask({ operation: 'ping', auth })).rejects.toThrow('The service is too busy (429)')
  expect(seen).toHaveLength(2)
})

test('a purchase is not sent again by itself', async (context) => {
  const { prober, seen } = await proberOf(busy, context)
  expect((await prober.ask({ operation: 'createOrder', body: '{}', auth })).status).toBe(429)
  expect(seen).toHaveLength(1)
})
