import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { judgingFor } from '../cli/commands/proxy/judging.ts'
import { reportIn } from '../cli/testing/report-in.fixture.ts'
import { runCli } from '../cli/testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { harmless } from '../contract/text/harmless.ts'
import { harOf } from '../contract/wire/har.ts'
import { toCertificate } from '../reporting/html/page.ts'
import { readHar } from './read-har.ts'
import { proxied } from './testing/opened.fixture.ts'

const KEY = 'live_7hG2kQ9xZp41'
const BASE = 'https://api.example.com/partner/v2'
const START = Date.UTC(2026, 0, 1)

type Call = readonly [
  afterMs: number,
  method: string,
  path: string,
  status: number,
  answer: unknown,
  body?: unknown,
]

/** Traffic as developer tools write it: more members than are read, headers of HTTP/2, and calls of other hosts. */
function har(calls: readonly Call[], headers: Record<string, string> = {}) {
  const sent = { ':authority': 'api.example.com', Authorization: `Bearer ${KEY}`, ...headers }
  const entries = calls.map(([afterMs, method, path, status, answer, body]) => ({
    ...{ startedDateTime: new Date(START + afterMs).toISOString(), time: 20, _initiator: { type: 'other' } },
    request: {
      ...{ method, url: path.startsWith('https:') ? path : BASE + path, httpVersion: 'h2', headersSize: -1 },
      headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      ...{ status, statusText: '', headers: [{ name: 'Set-Cookie', value: 'session=SECRET-1' }] },
      content: { size: 1, mimeType: 'application/json', text: JSON.stringify(answer) },
    },
    timings: { send: 0, wait: 20, receive: 0 },
  }))
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector' }, entries } })
}

const ORDER = { partnerReference: 'SHOP:1', sku: 'A' }
const PROCESSING = { status: 'PROCESSING', pollAfterSeconds: 2 }
const READS: readonly Call[] = [
  [0, 'GET', '/ping', 200, { data: { status: 'ok', mode: 'TEST' } }],
  [100, 'GET', '/products', 200, { data: { products: [{ sku: 'A' }] } }],
  [200, 'GET', '/products/A/price', 200, { data: { price: { amount: '5.00', currency: 'USD' } } }],
  [300, 'GET', '/balance', 200, { data: { balance: { amount: '50.00', currency: 'USD' } } }],
]
const BUYS: Call = [
  400,
  'POST',
  '/orders',
  200,
  { data: { order: { order: { ...PROCESSING, code: 'ABCD-1' } } } },
  ORDER,
]
const SETTLED = { data: { order: { status: 'COMPLETED', code: 'ABCD-1' } } }
const GOOD: readonly Call[] = [...READS, BUYS, [2_500, 'GET', '/orders/SHOP%3A1', 200, SETTLED]]

async function judged(calls: readonly Call[], context: TestContext, headers: Record<string, string> = {}) {
  const file = join(temporaryFolder(context), 'capture.har')
  writeFileSync(file, har(calls, headers))
  const { code, stdout } = await runCli(['judge', file, '--json'])
  const { clients, service, certifies } = JSON.parse(stdout)
  const verdicts = (clauses: { id: string; verdict: string }[]) =>
    Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict]))
  return { code, certifies, stdout, client: verdicts(clients[0]?.clauses ?? []), service: verdicts(service) }
}

describe('recorded traffic', () => {
  test('of a good client and a good service breaks nothing, certifies nothing, and shows no secret', async (context) => {
    const elsewhere: Call = [50, 'GET', 'https://www.example.com/app.js', 200, '']
    const { code, certifies, client, service, stdout } = await judged([...GOOD, elsewhere], context)
    expect({ code, certifies }).toEqual({ code: 0, certifies: 'nothing' })
    expect(client).toMatchObject({
      'ping-first': 'kept',
      'waits-poll-after': 'kept',
      'exactly-two-fields': 'kept',
      'key-stays-on-server': 'kept',
    })
    expect(service).toMatchObject({
      'ping-ok': 'kept',
      'processing-has-poll-after': 'kept',
      'order-leaves-processing': 'kept',
    })
    expect(Object.values({ ...client, ...service })).not.toContain('broken')
    for (const secret of [KEY, 'ABCD-1', 'SECRET-1']) expect(stdout).not.toContain(secret)
  })

  test.for([
    ['polls too early', [...READS, BUYS, [700, 'GET', '/orders/SHOP%3A1', 200, SETTLED]], 'waits-poll-after'],
    [
      'sends a third field',
      [...READS, [400, 'POST', '/orders', 422, {}, { ...ORDER, quantity: 1 }]],
      'exactly-two-fields',
    ],
    [
      'calls what is not documented',
      [...GOOD, [3_000, 'DELETE', '/orders/SHOP%3A1', 200, {}]],
      'documented-operations-only',
    ],
  ] as const)('of a client that %s breaks its clause', async ([, calls, clause], context) => {
    const { code, client } = await judged(calls as readonly Call[], context)
    expect({ code, verdict: client[clause] }).toEqual({
      code: clause.startsWith('documented') ? 0 : 1,
      verdict: 'broken',
    })
  })

  test('of a service that leaves out data breaks its clause, and no clause of the client', async (context) => {
    const { code, client, service } = await judged(
      [[0, 'GET', '/ping', 200, { status: 'ok' }], ...GOOD.slice(1)],
      context,
    )
    expect({ code, verdict: service['data-envelope'] }).toEqual({ code: 1, verdict: 'broken' })
    expect(Object.values(client)).not.toContain('broken')
  })

  test('never guesses what became of an answer that it does not show', async (context) => {
    const lost: Call = [400, 'POST', '/orders', 0, '', ORDER]
    const { client } = await judged(
      [...READS, lost, [90_000, 'POST', '/orders', 200, {}, { ...ORDER, partnerReference: 'SHOP:2' }]],
      context,
    )
    expect(client['timeout-is-not-failure']).toBe('not-observed')
    expect(client['one-reference-per-purchase']).toBe('not-observed')
  })

  test('of a web page shows that its key came from a browser', async (context) => {
    const { client } = await judged(GOOD, context, {
      Origin: 'https://shop.example',
      'Sec-Fetch-Site': 'cross-site',
    })
    expect(client['key-stays-on-server']).toBe('broken')
  })

  test.for([
    ['no HAR', '{"log": {"entries": "x"}}', 'it is no HAR 1.2'],
    [
      'no call of the API',
      har([[0, 'GET', 'https://www.example.com/x', 200, '']]),
      'is an operation of the API',
    ],
  ])('that is %s is refused', async ([, text = '', message], context) => {
    const file = join(temporaryFolder(context), 'capture.har')
    writeFileSync(file, text)
    const { code, stderr } = await runCli(['judge', file])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message ?? '') })
  })

  test('is no run, and no key is issued for it', async (context) => {
    const file = join(temporaryFolder(context), 'capture.har')
    writeFileSync(file, har(GOOD))
    expect(await runCli(['judge', file, '--max-age', '7d'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--max-age: .* no run of a certification/),
    })
  })
})

test('a recording of a proxy is judged as what was done at the service, with its cards and no scenario', async (context) => {
  const { client, proxy, service } = await proxied(context)
  const profile = resolveProfile(service.profile as never)
  await client.get('/ping')
  await client.order('lost-after')
  await client.buy('SHOP:1', 'YEN-500')
  await client.buy('SHOP:2', 'YEN-500')
  const recording = judgingFor(profile, service.url).recording(proxy.journal.exchanges(), 0)
  const folder = temporaryFolder(context)
  const file = join(folder, 'recording.jsonl')
  writeFileSync(file, recording ?? '')
  const { stdout } = await runCli(['judge', file, '--report', join(folder, 'report')])
  expect(stdout).toContain('With the card YEN-500: A card of the service')
  expect(stdout).toContain('The second card was bought as well.')
  expect(stdout).toContain(`1 scenario against ${service.url}, mode TEST`)
  expect(stdout).toContain(`This is what one key did at ${service.url}, through a proxy`)
  expect(stdout).toMatch(/Run it again +partner-purchase certify --listen --base-url http:\S+$/m)
  expect(stdout).not.toMatch(/at a mock|--only|not known|settled in its own answer|In YEN-500/)
  const report = reportIn(join(folder, 'report'))
  expect(report.target.baseUrl).toBe(service.url)
  expect(toCertificate(harmless(report))).not.toContain('the mock of the kit')
})

test('what the service breaks is named in a recording of a proxy, and its card says nothing of the client', async (context) => {
  const { client, proxy, service } = await proxied(context)
  await client.get('/ping')
  await client.buy('SHOP:1', 'YEN-500')
  const exchanges = proxy.journal.exchanges().map((one) => {
    const response = one.upstream?.response
    if (one.operation !== 'createOrder' || response == null) return one
    return {
      ...one,
      upstream: { sentMs: one.arrivedMs, response: { ...response, body: '{}' }, failure: null },
    }
  })
  const judging = judgingFor(resolveProfile(service.profile as never), service.url)
  const file = join(temporaryFolder(context), 'recording.jsonl')
  writeFileSync(file, judging.recording(exchanges, 0) ?? '')
  const { stdout } = await runCli(['judge', file])
  expect(stdout).toMatch(
    /The service breaks data-envelope.*, so that of the client nothing is said by YEN-500\./,
  )
})

test('what a proxy writes as a HAR is read back, and shows what the client got beside what was answered', async (context) => {
  const { client, proxy, service } = await proxied(context)
  await client.get('/ping')
  await client.order('lost-after')
  await client.buy('SHOP:1', 'YEN-500')
  await client.lookUp('SHOP:1')
  const text = harOf(proxy.journal.exchanges())
  const [ping, lost] = JSON.parse(text).log.entries
  expect(ping).toMatchObject({
    request: { method: 'GET', cookies: [], headersSize: -1 },
    response: { status: 200 },
    cache: {},
    timings: { send: 0 },
  })
  expect(lost).toMatchObject({
    response: { status: 0 },
    _delivery: 'lost',
    _upstream: { status: 201 },
    _fault: { ordered: 'lost-after' },
  })
  for (const secret of [service.key, 'pk_test_mine', 'CODE-']) expect(text).not.toContain(secret)
  const read = readHar(text, resolveProfile(service.profile as never), 'it')
  expect(read.exchanges.map(({ operation }) => operation)).toEqual(['ping', 'createOrder', 'lookupOrder'])
})
