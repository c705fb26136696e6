import { createServer } from 'node:http'
import { describe, expect, type TestContext, test } from 'vitest'
import { systemClock } from '../../../contract/clock.ts'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { portOf } from '../../../contract/testing/listening.fixture.ts'
import { CHECKS } from '../../../contract-tests/suite.ts'
import { createApp } from '../../../mock-server/app.ts'
import { serve } from '../../../mock-server/serve.ts'
import { serveFetch } from '../../../mock-server/serve-fetch.ts'
import { waitlessClock } from '../../testing/waitless-clock.fixture.ts'
import { type Aim, runVerification, type Watch } from './verification.ts'

const clock = waitlessClock()
const NEVER = new Promise<string>(() => {})
const UNWATCHED: Watch = { say() {}, stopped: NEVER, clock: systemClock }

async function aimAtMock({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<Aim> {
  const mock = await serve()
  onTestFinished(() => mock.close())
  const profile = resolveProfile({})
  return {
    baseUrl: mock.url,
    apiKey: 'pk_test_verification',
    profile,
    maxPurchases: 120,
  }
}

test('a run that fails with an error is a fault of the kit, and the report says so', async (context) => {
  const say = () => {
    throw new TypeError('no such thing')
  }
  const { report } = await runVerification(await aimAtMock(context), CHECKS, { ...UNWATCHED, say })
  expect(report.outcome).toBe('harness-fault')
  expect(report.message).toMatch(/^The kit has a fault of its own, .*: TypeError: /)
})

test('a mock that takes any TEST key is not blamed for it, and its address that is not allowed is found', async (context) => {
  const mock = await serve({ clock })
  context.onTestFinished(() => mock.close())
  const aim = { ...(await aimAtMock(context)), baseUrl: mock.url }
  const asked = CHECKS.filter(({ clause }) => clause === 'key-required' || clause === 'ip-allowlist')
  const { report } = await runVerification(aim, asked, { ...UNWATCHED, clock })
  const checks = report.clauses.flatMap((clause) => clause.checks)
  expect(checks.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(report.clauses.find(({ id }) => id === 'ip-allowlist')?.verdict).toBe('kept')
  const beyond = checks.filter(({ verdict }) => verdict === 'out-of-reach').map(({ id }) => id)
  expect(beyond.length).toBeGreaterThan(0)
  for (const id of beyond) expect(id).toMatch(/unknown-key$/)
})

describe('where nothing of the API answers', () => {
  test('the run says that the base address may be wrong, blames nobody, and buys nothing', async (context) => {
    const aim = await aimAtMock(context)
    const { report } = await runVerification({ ...aim, baseUrl: `${aim.baseUrl}/v1` }, CHECKS, UNWATCHED)
    expect(report.outcome).toBe('unreachable')
    expect(report.message).toContain(
      `${aim.baseUrl}/v1: GET /ping, GET /products, GET /balance were each answered 404`,
    )
    expect(report.message).toContain('may lack a part of its path')
    expect(report.purchases?.sent).toBe(0)
  })

  test('but a service that lacks its ping alone is broken', async (context) => {
    const mock = createApp()
    const served = await serveFetch((request) =>
      new URL(request.url).pathname === '/ping' ? new Response(null, { status: 404 }) : mock.fetch(request),
    )
    context.onTestFinished(() => served.close())
    const aim = await aimAtMock(context)
    const watch = { ...UNWATCHED, clock }
    const { report } = await runVerification({ ...aim, baseUrl: served.url, maxPurchases: 0 }, CHECKS, watch)
    expect(report.outcome).toBe('broken')
  })
})

// Without an answer, the kit waits 15 s for one.
test('a run is stopped also before its first check', { timeout: 10_000 }, async (context) => {
  const { promise: stopped, resolve } = Promise.withResolvers<string>()
  const arrived: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    arrived.push(url)
    if (url === '/ping') response.end('{}')
    else resolve('The run was interrupted.')
  })
  const aim = await aimAtMock(context)
  const baseUrl = `http://127.0.0.1:${await portOf(server, context)}`
  const { report } = await runVerification({ ...aim, baseUrl }, CHECKS, { ...UNWATCHED, stopped })
  expect(report.message).toMatch(/^The run was interrupted\. /)
  expect(arrived).toEqual(['/ping', '/__mock/health'])
})

const FIRST = 'POST /orders serves a body of exactly partnerReference and sku'

test('a run that is asked to come again later says that it waits, and for how long', async (context) => {
  const mock = createApp({ clock })
  const asked = new Map<string, number>()
  const served = await serveFetch((request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    asked.set(call, (asked.get(call) ?? 0) + 1)
    const isEarly = asked.get(call) === 1 && (call === 'GET /products' || call === 'POST /orders')
    const headers = { 'Retry-After': call === 'POST /orders' ? '3' : '2' }
    return isEarly ? new Response(null, { status: 429, headers }) : mock.fetch(request)
  })
  context.onTestFinished(() => served.close())
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>()
  const said: string[] = []
  const say = (text: string) => {
    // What is said after the second wait is all that is looked at.
    if (said.filter((one) => one.startsWith('waiting')).length === 2) stop('It is enough.')
    said.push(text)
  }
  const aim = { ...(await aimAtMock(context)), baseUrl: served.url }
  await runVerification(aim, CHECKS, { say, stopped, clock })
  const waits = said.flatMap((text, at) => (text.startsWith('waiting') ? [[text, said[at + 1]]] : []))
  expect(waits.slice(0, 2)).toEqual([
    ['waiting 2 s', ''],
    [`waiting 3 s: ${FIRST}`, FIRST],
  ])
})
