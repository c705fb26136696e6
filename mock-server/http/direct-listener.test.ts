import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { ORDINARY_CARDS } from '../../fixtures/catalogue.ts'
import { ALLOWLISTED_PARTNER, PARTNERS, RESTRICTED_PARTNER } from '../../fixtures/partners.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { appOf, type MockApp } from '../app.ts'
import { controlOf, type MockControl } from '../sandbox/control.ts'
import { assembleMock } from '../sandbox/mock.ts'
import { type ServedMock, serveFetch } from '../serve.ts'
import { newKey } from '../testing/behaviour/sandbox.fixture.ts'
import { BAD_BODIES } from '../testing/requests/bad-bodies.fixture.ts'
import { BAD_HEADERS } from '../testing/requests/bad-headers.fixture.ts'
import { BAD_TARGETS } from '../testing/requests/bad-targets.fixture.ts'
import { encodeRequest, sendBytes, type WireRequest } from '../testing/requests/wire-request.fixture.ts'
import { type DirectListener, directListener } from './direct-listener.ts'

type Way = ServedMock & MockControl & { detours(): number }

/** A mock over a socket, and how many of its calls took the way through its app. */
async function serveBy(direct: (listener: DirectListener) => DirectListener): Promise<Way> {
  const partners = [...PARTNERS, { ...RESTRICTED_PARTNER, id: 'slow', key: SLOW_KEY, requestsPerSecond: 1 }]
  const mock = assembleMock({ clock: manualClock(), partners, scenarios: [...SCENARIOS, HOLDING] })
  const app = appOf(mock)
  let detours = 0
  const counting: MockApp['fetch'] = (...call) => {
    detours += 1
    return app.fetch(...call)
  }
  const served = await serveFetch(counting, { direct: direct(directListener(mock)) })
  return { ...controlOf(mock), ...served, detours: () => detours }
}

/** A card whose purchases are held back before they are recorded. */
const HELD = ORDINARY_CARDS[0]?.sku ?? ''
const HOLDING = {
  ...(SCENARIOS[0] as (typeof SCENARIOS)[number]),
  sku: HELD,
  faults: [{ on: 'createOrder', at: 'before-recording', times: 1, does: { kind: 'stall', seconds: 90 } }],
} as const
const SLOW_KEY = 'pk_test_one_a_second'
let straight: Way
let detour: Way

beforeAll(async () => {
  straight = await serveBy((listener) => listener)
  detour = await serveBy(() => () => false)
})
afterAll(() => Promise.all([straight.close(), detour.close()]))

/** An answer without what differs from one moment, or one spelling of a header's name, to the next. */
function comparable(answer: string) {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  const named = headers.map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase()))
  return { status, headers: named.filter((line) => !line.startsWith('date:')).sort(), body }
}

/** The same request both ways: the answers, and what each journal says of it. */
async function bothWays(request: WireRequest, key = newKey()) {
  const ways = [straight, detour].map(async (way) => {
    const afterSeq = way.journal().at(-1)?.seq ?? -1
    const answer = await sendBytes(way.url, encodeRequest(request, key), request.raw !== undefined)
    const noted = way.journal({ afterSeq })
    const complete = noted.every(({ delivery }) => delivery !== null)
    const recorded = complete
      ? noted
      : (await way.waitFor({ afterSeq, delivery: 'delivered' }, WAIT)).exchanges
    return { ...comparable(answer), recorded: recorded.map(({ seq: _, ...exchange }) => exchange) }
  })
  return Promise.all(ways)
}

const WAIT = { count: 1, timeoutMs: 2000 }
const GET = { method: 'GET', body: '', headers: { 'Content-Length': null, 'Content-Type': null } }

const PLAIN: readonly (readonly [string, WireRequest])[] = [
  ['a ping', { ...GET, target: '/ping' }],
  ['a host in capitals', { ...GET, target: '/ping', headers: { ...GET.headers, Host: 'LOCALHOST' } }],
  ['the catalogue', { ...GET, target: '/products' }],
  ['a price', { ...GET, target: '/products/SCENARIO-AT-ONCE/price' }],
  ['a price of nothing', { ...GET, target: '/products/nothing/price' }],
  ['the balance', { ...GET, target: '/balance' }],
  ['a purchase', {}],
  ['a purchase of another card', { body: '{"partnerReference":"TEST:1","sku":"nothing"}' }],
  ['a body that is no JSON', { body: 'é' }],
  ['a body that is no UTF-8', { body: Uint8Array.of(0xff) }],
  ['a lookup of nothing', { ...GET, target: '/orders/TEST:2' }],
  ['a call without a key', { ...GET, target: '/ping', headers: { ...GET.headers, Authorization: null } }],
  [
    'a header twice',
    { ...GET, target: '/ping', headers: { ...GET.headers, 'X-Twice': ['1', '2'], Cookie: ['a=1', 'b=2'] } },
  ],
]

describe('a plain request reaches the mock without a detour, and nothing can be told from that', () => {
  test.each(PLAIN)('%s', async (_, request) => {
    const before = straight.detours()
    const [one, other] = await bothWays(request)
    expect(straight.detours()).toBe(before)
    expect(one).toEqual(other)
    expect(one?.recorded).toHaveLength(1)
  })

  test.each([
    ['whose address is not allowed', ALLOWLISTED_PARTNER.key],
    ['that may not buy every card', RESTRICTED_PARTNER.key],
    ['that has made as many calls as it may', SLOW_KEY],
  ])('a partner %s', async (_, key) => {
    for (const request of [{ ...GET, target: '/ping' }, { ...GET, target: '/products' }, {}]) {
      const [one, other] = await bothWays(request, key)
      expect(one).toEqual(other)
    }
  })

  const atOnce = SCENARIOS.filter(({ faults }) =>
    faults.every(({ does }) => !['stall', 'dribble'].includes(does.kind)),
  )
  test.each(atOnce.map(({ sku }) => sku))('a purchase of %s, again, and its lookup', async (sku) => {
    const key = newKey()
    const purchase = { body: JSON.stringify({ partnerReference: 'TEST:1', sku }) }
    for (const request of [purchase, purchase, { ...GET, target: '/orders/TEST:1' }]) {
      const [one, other] = await bothWays(request, key)
      expect(one).toEqual(other)
    }
  })
})

describe('what is unusual about a request is left to the app', () => {
  test.each<readonly [string, WireRequest]>([
    ['an escape in its path', { ...GET, target: '/orders/TEST%3A1' }],
    ['a dot segment in its path', { ...GET, target: '/orders/../ping' }],
    ['a query', { ...GET, target: '/ping?x=1' }],
    [
      'a body in chunks',
      { headers: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }, body: '0\r\n\r\n' },
    ],
    ['a body that is encoded', { headers: { 'Content-Encoding': 'gzip' } }],
    ['a body that is too large', { body: 'x'.repeat(20_000) }],
    ['a body where none belongs', { method: 'GET', target: '/ping', body: 'x' }],
    ['another method', { ...GET, method: 'PUT', target: '/ping' }],
    ['another path', { ...GET, target: '/pings' }],
  ])('%s', async (_, request) => {
    const before = straight.detours()
    const [one, other] = await bothWays(request)
    expect(straight.detours()).toBe(before + 1)
    expect(one).toEqual(other)
  })
})

test.each([
  ['straight', () => straight],
  ['through the app', () => detour],
] as const)('who has gone before a held purchase was recorded has bought nothing: %s', async (_, way) => {
  const { url, clockOf, journal, waitFor } = way()
  const key = newKey()
  const partner = { partner: way().partnerOf(key) }
  const body = JSON.stringify({ partnerReference: 'TEST:1', sku: HELD })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(encodeRequest({ body }, key))
  await vi.waitFor(() => expect(journal(partner)[0]?.fault).not.toBeNull(), { interval: 1 })
  socket.resetAndDestroy()
  await waitFor({ ...partner, delivery: 'lost' }, WAIT)
  await clockOf(key).advance(3600)
  expect(journal(partner)).toMatchObject([{ order: { effect: 'none' }, delivery: { outcome: 'lost' } }])
})

test('every bad request is answered and recorded alike, whichever way it takes', async () => {
  for (const [what, , request] of [...BAD_BODIES, ...BAD_HEADERS, ...BAD_TARGETS]) {
    const [one, other] = await bothWays(request)
    expect({ what, ...one }).toEqual({ what, ...other })
  }
})

const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/)
const anyRequest: fc.Arbitrary<WireRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
  target: fc.oneof(
    fc.constantFrom('/ping', '/orders', '/orders/TEST:1', '/balance', '//ping', '/orders/', '/ORDERS'),
    fc.stringMatching(/^\/(?:orders|products)\/[!-~]{1,20}(?:\/price)?$/),
  ),
  headers: fc.dictionary(
    token.filter(
      (name) => !/^(?:host|content-length|transfer-encoding|connection|expect|upgrade)$/i.test(name),
    ),
    fc.stringMatching(/^[ -~]{0,20}$/),
    { maxKeys: 3 },
  ),
  body: fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.json({ maxDepth: 2 }),
    fc
      .record({ partnerReference: fc.string(), sku: fc.constantFrom('SCENARIO-AT-ONCE', 'x') })
      .map((fields) => JSON.stringify(fields)),
  ),
})

test('so is whatever else is asked', { timeout: 120_000 }, async () => {
  const alike = fc.asyncProperty(anyRequest, async (request) => {
    const [one, other] = await bothWays(request)
    expect(one).toEqual(other)
  })
  await fc.assert(alike, { numRuns: 300 })
})
