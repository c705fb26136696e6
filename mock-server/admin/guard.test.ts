import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { appOf, createApp, createMock } from '../app.ts'
import { assembleMock } from '../sandbox/assemble-mock.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { inProcess, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'
import { routeWhenListening } from './when-listening.ts'

const TOKEN = 'a-token-of-this-test'
const KEY = 'pk_test_of_this_test'
const LOCAL = 'http://localhost'

const digest = `?key=${hash('sha256', KEY)}`

/** Every route below `/__mock/`, with what makes it succeed. */
const ROUTES: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', ''],
  ['GET', 'page.js'],
  ['GET', 'assumptions'],
  ['GET', 'openapi.json'],
  ['GET', 'journal'],
  ['GET', 'journal.jsonl'],
  ['GET', 'journal/wait?timeoutSeconds=0'],
  ['GET', 'events'],
  ['GET', 'keys'],
  ['GET', 'scenarios'],
  ['GET', `orders${digest}`],
  ['GET', `judgement${digest}`],
  ['GET', `recording.jsonl${digest}`],
  ['GET', `next${digest}`],
  ['DELETE', `next${digest}`],
  ['POST', 'next', { fault: 'unavailable' }],
  ['POST', 'clock', { advanceSeconds: 3600 }],
  ['POST', 'top-up', { amount: '1.00' }],
  ['POST', 'revoke', { revoked: false }],
  ['POST', 'allowlist', { allowlist: null }],
  ['POST', 'reset', {}],
]
const OPEN_ROUTES: typeof ROUTES = [
  ['GET', 'live'],
  ['GET', 'ready'],
  ['GET', 'health'],
]
/** Paths and methods that the admin API does not have. */
const NO_ROUTES: typeof ROUTES = [
  ['GET', 'none'],
  ['POST', 'health'],
  ['PUT', 'clock'],
  ['HEAD', 'journal'],
  ['OPTIONS', 'journal'],
]

/** How a call differs from that of a program on this machine. The mock is on loopback, and has a token. */
type Caller = {
  readonly headers?: Readonly<Record<string, string>>
  /** The address of the peer; undefined if it has disconnected. */
  readonly address?: string | undefined
  /** The address by which the mock was called. */
  readonly origin?: string
  /** Whether the mock listens where others can reach it. */
  readonly isReachable?: boolean
}
type Row = readonly [what: string, caller: Caller]

const token = (value = TOKEN) => ({ 'Mock-Admin-Token': value })
const ELSEWHERE = { address: '203.0.113.7' }

const PROXY_HEADERS = ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto']
const SPOOFED = { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'X-Real-IP': '127.0.0.1' }

const NEED_TOKEN: readonly Row[] = [
  ...'203.0.113.7 :: 2001:db8::1 ::ffff:10.0.0.1 64:ff9b::127.0.0.1 127.0.0.1.evil.example unknown '
    .split(' ')
    .map((address): Row => [`a caller at ${JSON.stringify(address)}`, { address }]),
  ['a peer that has disconnected', { address: undefined }],
  ['a caller elsewhere whose headers claim this machine', { ...ELSEWHERE, headers: SPOOFED }],
  ['a program here, where others can reach the mock', { isReachable: true }],
  ['a caller elsewhere, where others can reach the mock', { ...ELSEWHERE, isReachable: true }],
  ...PROXY_HEADERS.flatMap((name) =>
    ['127.0.0.1', ''].map((value): Row => [`a proxy: ${name}: ${value}`, { headers: { [name]: value } }]),
  ),
  ...`rebound.example rebound.example:4010 localhost.rebound.example 127.0.0.1.nip.io localhost. 0.0.0.0
    10.0.0.1:4010 [2001:db8::1]`
    .split(/\s+/)
    .map((host): Row => [`a name that leads to this machine: ${host}`, { origin: `http://${host}` }]),
  ...[
    '',
    'a-token-of-that-test',
    TOKEN.slice(0, -1),
    `${TOKEN}t`,
    TOKEN.toUpperCase(),
    `Bearer ${TOKEN}`,
  ].map((sent): Row => [`the token ${JSON.stringify(sent)}`, { ...ELSEWHERE, headers: token(sent) }]),
  [
    'the token anywhere else',
    {
      ...ELSEWHERE,
      headers: { Authorization: `Bearer ${TOKEN}`, 'X-Mock-Admin-Token': TOKEN, Cookie: TOKEN },
    },
  ],
  ['a key of the API', { ...ELSEWHERE, headers: { Authorization: `Bearer ${KEY}` } }],
]

const OTHER_PAGES: readonly Row[] = (
  [
    ['a page of another site', { Origin: 'https://page.example' }],
    ['a page of another port of this machine', { Origin: 'http://localhost:3000' }],
    ['a page without an origin', { Origin: 'null' }],
    ['an image of a page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
    ['a link on another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
    ['something that nobody documented', { 'Sec-Fetch-Site': 'elsewhere' }],
  ] as const
).flatMap(([what, headers]): Row[] => [
  [what, { headers }],
  [`${what}, from elsewhere`, { headers, ...ELSEWHERE }],
  [`${what}, with the token`, { headers: { ...headers, ...token() } }],
])

const MAY_CALL: readonly Row[] = [
  ...['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'].map((address): Row => [address, { address }]),
  ...['localhost', 'LOCALHOST:4010', '127.8.8.8:80', '[::1]:4010'].map(
    (host): Row => [`the Host ${host}`, { origin: `http://${host}` }],
  ),
  ...['X-Forward', 'X-Request-Id', 'Trip'].map(
    (name): Row => [`a program that sends ${name}`, { headers: { [name]: '1' } }],
  ),
  ['the page of the mock', { headers: { Origin: LOCAL, 'Sec-Fetch-Site': 'same-origin' } }],
  ['an address that was typed in', { headers: { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' } }],
  ['the token from elsewhere', { ...ELSEWHERE, origin: 'http://mock.internal', headers: token() }],
  ['the token, where others can reach the mock', { ...ELSEWHERE, isReachable: true, headers: token() }],
  ...PROXY_HEADERS.map(
    (name): Row => [`the token through a proxy: ${name}`, { headers: { [name]: '1', ...token() } }],
  ),
]

const PAGE = {
  pageScript: async () => '',
  judge: async () => [],
  record: async () => 'recording',
} satisfies MockOptions

async function opened(isReachable: boolean) {
  const app = appOf(assembleMock({ ...PAGE, adminToken: TOKEN }, !isReachable), routeWhenListening)
  await openSandbox(inProcess(app), { key: KEY }).buy('SCENARIO-PROCESSING')
  return app
}

const [onLoopback, reachable] = [await opened(false), await opened(true)]

async function answersTo(caller: Caller, routes: typeof ROUTES): Promise<string[]> {
  const { headers = {}, origin = LOCAL, isReachable = false } = caller
  const gone = { incoming: { socket: { remoteAddress: undefined } } }
  const from = !('address' in caller) ? {} : caller.address === undefined ? gone : { address: caller.address }
  const found: string[] = []
  for (const [method, path, body] of routes) {
    const init = { method, headers, ...(body && { body: JSON.stringify({ key: KEY, ...body }) }) }
    const answer = await (isReachable ? reachable : onLoopback).request(
      `${origin}/__mock/${path}`,
      init,
      from,
    )
    if (answer.status === 401 || answer.status === 403) {
      const told = method === 'HEAD' ? [] : Object.keys((await answer.json()) as object)
      found.push(`${answer.status} ${told}: ${method} ${path}`)
    } else {
      found.push(`served: ${method} ${path}`)
      await answer.body?.cancel()
    }
  }
  return found
}

function all(routes: typeof ROUTES, words: string): string[] {
  return routes.map(
    ([method, path]) => `${method === 'HEAD' ? words.replace('error', '') : words}: ${method} ${path}`,
  )
}

describe('below /__mock', () => {
  test.each(NEED_TOKEN)('%s gets 401 for everything that is not open to everyone', async (_, caller) => {
    expect(await answersTo(caller, OPEN_ROUTES)).toEqual(all(OPEN_ROUTES, 'served'))
    const routes = [...ROUTES, ...NO_ROUTES]
    expect(await answersTo(caller, routes)).toEqual(all(routes, '401 error'))
  })

  test.each(OTHER_PAGES)('%s gets 403 for everything', async (_, caller) => {
    const routes = [...OPEN_ROUTES, ...ROUTES, ...NO_ROUTES]
    expect(await answersTo(caller, routes)).toEqual(all(routes, '403 error'))
  })

  test.each(MAY_CALL)('%s is served everything', async (_, caller) => {
    const routes = [...OPEN_ROUTES, ...ROUTES]
    expect(await answersTo(caller, routes)).toEqual(all(routes, 'served'))
  })

  test('this test has every route', () => {
    const own = onLoopback.routes.filter(
      ({ method, path }) => method !== 'ALL' && path.startsWith('/__mock/') && path !== '/__mock/session',
    )
    const pathOf = (path: string) => path.split('?')[0]
    expect(
      new Set([...OPEN_ROUTES, ...ROUTES].map(([method, path]) => `${method} /__mock/${pathOf(path)}`)),
    ).toEqual(new Set(own.map(({ method, path }) => `${method} ${path}`)))
  })
})

test('a refused call changes nothing', async () => {
  const { app, clockOf } = createMock()
  const before = await clockOf('pk_test_moved').read()
  const body = JSON.stringify({ key: 'pk_test_moved', advanceSeconds: 60 })
  const refused = await app.request('/__mock/clock', { method: 'POST', body }, ELSEWHERE)
  expect(refused.status).toBe(401)
  expect((await clockOf('pk_test_moved').read()).now - before.now).toBeLessThan(60_000)
})

test('a call through a proxy is told which header says so, and what to do', async () => {
  const answer = await createApp().request('/__mock/journal', { headers: { Via: '1.1 proxy' } })
  const says = /came through a proxy.*via.*MOCK_ADMIN_TOKEN.*Mock-Admin-Token/i
  expect(await answer.json()).toEqual({ error: expect.stringMatching(says) })
})

test.each(['', 'short', 'a token with blanks', 'x'.repeat(513), 'ein-schlüssel-mit-umlaut'])(
  'the token %j is refused at the start, and not quoted',
  (adminToken) => {
    expect(() => createApp({ adminToken })).toThrow(TypeError)
    if (adminToken !== '') expect(() => createApp({ adminToken })).not.toThrow(adminToken)
  },
)
