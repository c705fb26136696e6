import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { routeWhenListening } from '../../admin/when-listening.ts'
import { answerOverSocket } from '../../http/node-exchange.ts'
import { appOf } from '../../routed-app.ts'
import { assembleMock } from '../../sandbox/assemble-mock.ts'
import { inProcess, openSandbox } from '../behaviour/sandbox.fixture.ts'

const TOKEN = 'a-token-of-this-test'
const PAGE = 'http://localhost'
const KEY = 'pk_test_of_this_test'
const [HERE, ELSEWHERE] = ['127.0.0.1', '203.0.113.7']

/** Every route of the admin API; of those with `open`, that it is open to everyone. */
const ROUTES: readonly (readonly [method: string, path: string, more?: 'open' | 'query' | object])[] = [
  ['GET', 'live', 'open'],
  ['GET', 'ready', 'open'],
  ['GET', 'health', 'open'],
  ['GET', ''],
  ['GET', 'page.js'],
  ['GET', 'assumptions'],
  ['GET', 'openapi.json'],
  ['GET', 'journal'],
  ['GET', 'journal.jsonl'],
  ['GET', 'journal/wait'],
  ['GET', 'events'],
  ['GET', 'keys'],
  ['GET', 'scenarios'],
  ['GET', 'orders', 'query'],
  ['GET', 'judgement', 'query'],
  ['GET', 'recording.jsonl', 'query'],
  ['GET', 'next', 'query'],
  ['DELETE', 'next', 'query'],
  ['POST', 'next', { fault: 'unavailable' }],
  ['POST', 'clock', { advanceSeconds: 3600 }],
  ['POST', 'top-up', { amount: '1.00' }],
  ['POST', 'revoke', { revoked: true }],
  ['POST', 'allowlist', { allowlist: ['203.0.113.9'] }],
  ['POST', 'reset', {}],
]

/** What a caller sends to show that they may. */
const CALLERS = ['nothing', 'a key', 'another token', 'the token', 'the cookie of the page'] as const
type Caller = (typeof CALLERS)[number]

/** Where the mock listens, where the call comes from, and whether it came through a proxy. */
const PLACES = [
  ['this machine, at a mock on loopback', true, HERE, {}, 'everyone'],
  ['this machine through a proxy, at a mock on loopback', true, HERE, { Via: '1.1 proxy' }, 'the token'],
  ['elsewhere, at a mock on loopback', true, ELSEWHERE, {}, 'the token'],
  ['this machine, at a mock that others can reach', false, HERE, {}, 'the token'],
  ['elsewhere, at a mock that others can reach', false, ELSEWHERE, {}, 'the token'],
] as const

async function opened(isOnLoopback: boolean) {
  const options = { pageScript: async () => '', judge: async () => [], record: async () => 'recording' }
  const mock = assembleMock({ ...options, adminToken: TOKEN }, isOnLoopback)
  const app = appOf(mock, answerOverSocket, routeWhenListening)
  await openSandbox(inProcess(app), { key: KEY }).buy('SCENARIO-PROCESSING')
  const ask = async (path: string, init: RequestInit, address: string) =>
    app.request(`${PAGE}/__mock/${path}`, init, { address })
  const signIn = await ask(
    'session',
    { method: 'POST', headers: { Origin: PAGE }, body: new URLSearchParams({ token: TOKEN }) },
    ELSEWHERE,
  )
  const Cookie = signIn.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const headers: Record<Caller, Record<string, string>> = {
    nothing: {},
    'a key': { Authorization: `Bearer ${KEY}` },
    'another token': { 'Mock-Admin-Token': `${TOKEN}s` },
    'the token': { 'Mock-Admin-Token': TOKEN },
    'the cookie of the page': { Cookie, Origin: PAGE },
  }
  return { ask, headers, routes: app.routes }
}

describe.each(PLACES)('from %s', (_, isOnLoopback, address, sent, needs) => {
  test.each(CALLERS)('who sends %s may call all, or only what is open', async (caller) => {
    const { ask, headers } = await opened(isOnLoopback)
    const mayAll = needs === 'everyone' || caller === 'the token' || caller === 'the cookie of the page'
    const found: string[] = []
    for (const [method, path, more] of ROUTES) {
      const query = more === 'query' ? `?key=${hash('sha256', KEY)}` : ''
      const body = typeof more === 'object' && { body: JSON.stringify({ key: KEY, ...more }) }
      const init = { method, headers: { ...headers[caller], ...sent }, ...body }
      const answer = await ask(path + query, init, address)
      found.push(`${method} ${path}: ${answer.status !== 403}`)
      await answer.body?.cancel()
    }
    expect(found).toEqual(
      ROUTES.map(([method, path, more]) => `${method} ${path}: ${mayAll || more === 'open'}`),
    )
  })
})

test('every route is in that table', async () => {
  const { routes } = await opened(true)
  const own = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/__mock/'))
  const named = new Set(own.map(({ method, path }) => `${method} ${path.slice('/__mock/'.length)}`))
  expect(new Set(ROUTES.map(([method, path]) => `${method} ${path}`))).toEqual(named)
})
