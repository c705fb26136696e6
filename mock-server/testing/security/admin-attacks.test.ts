import { describe, expect, test } from 'vitest'
import { createApp, createMock, type MockApp } from '../../app.ts'
import type { MockOptions } from '../../sandbox/mock.ts'

const TOKEN = 'a-token-of-this-test'
const LOCAL = 'http://localhost'

/** Calls to the mock's own surface, one that is not there, and its root. */
const CALLS = [
  ...['assumptions', 'journal', 'journal.jsonl', 'events', 'keys', 'none'].map(
    (name) => ['GET', `/__mock/${name}`] as const,
  ),
  ...['clock', 'reset', 'next'].map((name) => ['POST', `/__mock/${name}`] as const),
  ['DELETE', '/__mock/next'],
  ['GET', '/__mock'],
  ['GET', '/%5F_mock/journal'],
  ['GET', '//__MOCK/journal'],
  ['POST', '/.%2F__%256Dock/clock'],
  ['HEAD', '/__mock/journal'],
  ['OPTIONS', '/__mock/journal'],
] as const

/** How a call differs from one by a program on this machine. */
type Attack = {
  readonly headers?: Readonly<Record<string, string>>
  /** The address of the peer; undefined for one that has gone. */
  readonly address?: string | undefined
  /** What stands before the path, and so the name by which the mock was called. */
  readonly origin?: string
  readonly options?: MockOptions
  readonly query?: string
}
type Row = readonly [what: string, attack: Attack]

const GUARDED = { options: { adminToken: TOKEN } }
const token = (value: string) => ({ 'Mock-Admin-Token': value })
const SPOOFED = { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'X-Real-IP': '127.0.0.1' }
/** What only a proxy adds, with any value. */
const PROXY_HEADERS = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'x-forwarded-for',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
]

const FROM_ELSEWHERE: readonly Row[] = [
  ...'203.0.113.7 10.0.0.1 :: 2001:db8::1 ::ffff:10.0.0.1 64:ff9b::127.0.0.1 127.0.0.1.evil.example unknown '
    .split(' ')
    .map((address): Row => [`a caller at ${JSON.stringify(address)}`, { address }]),
  ['a peer that has gone', { address: undefined }],
  ['a caller who says to call for this machine', { address: '10.0.0.1', headers: SPOOFED }],
]

const THROUGH_PROXIES: readonly Row[] = PROXY_HEADERS.flatMap((name) =>
  ['127.0.0.1', ''].map(
    (value): Row => [
      `a peer on this machine that is a proxy: ${name}: ${value}`,
      { headers: { [name]: value } },
    ],
  ),
)

/** A name that was made to resolve to this machine. */
const REBOUND: readonly Row[] = `
  rebound.example rebound.example:4010 localhost.rebound.example 127.0.0.1.rebound.example 127.0.0.1.nip.io
  localhost. 0.0.0.0 10.0.0.1:4010 [2001:db8::1] 192.0.2.1`
  .trim()
  .split(/\s+/)
  .map((host) => [`a page whose name is rebound: ${host}`, { origin: `http://${host}` }])

const PAGES: readonly Row[] = (
  [
    ['a page of another site', { Origin: 'https://page.example' }],
    ['a page of another port of this machine', { Origin: 'http://localhost:3000' }],
    ['a page without an origin', { Origin: 'null' }],
    ['an image of a page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
    ['a link on a page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['a link on another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
    ['something that nobody documented', { 'Sec-Fetch-Site': 'elsewhere' }],
  ] as const
).flatMap(([what, headers]): Row[] => [
  [what, { headers }],
  [`${what}, with the right token`, { headers: { ...headers, ...token(TOKEN) }, ...GUARDED }],
])

const WITHOUT_TOKEN: readonly Row[] = [
  ['a name that is rebound, without the token', { origin: 'http://rebound.example', ...GUARDED }],
  ['a proxy on this machine, without the token', { headers: { Via: '1.1 proxy' }, ...GUARDED }],
  ...[
    ['no token', undefined],
    ['an empty token', ''],
    ['another token', 'a-token-of-that-test'],
    ['the beginning of the token', TOKEN.slice(0, -1)],
    ['more than the token', `${TOKEN}t`],
    ['the token in capitals', TOKEN.toUpperCase()],
    ['the token twice', `${TOKEN}, ${TOKEN}`],
    ['the token as a Bearer', `Bearer ${TOKEN}`],
  ].map(([what = '', sent]): Row => {
    return [what, { address: '203.0.113.7', headers: sent === undefined ? {} : token(sent), ...GUARDED }]
  }),
  [
    'the token anywhere else',
    {
      address: '10.0.0.1',
      headers: { Authorization: `Bearer ${TOKEN}`, 'X-Mock-Admin-Token': TOKEN, Cookie: TOKEN },
      ...GUARDED,
      query: `?token=${TOKEN}`,
    },
  ],
]

/** One app for each choice of options: what is refused leaves nothing in it. */
const apps = new Map<string, MockApp>()

function appWith(options: MockOptions): MockApp {
  const known = apps.get(JSON.stringify(options)) ?? createApp(options)
  apps.set(JSON.stringify(options), known)
  return known
}

async function statusOf(attack: Attack, [method, path]: readonly [string, string]): Promise<number> {
  const { headers = {}, origin = LOCAL, options = {}, query = '' } = attack
  const gone = { incoming: { socket: { remoteAddress: undefined } } }
  const from = !('address' in attack) ? {} : attack.address === undefined ? gone : { address: attack.address }
  return (await appWith(options).request(`${origin}${path}${query}`, { method, headers }, from)).status
}

test.each([...FROM_ELSEWHERE, ...THROUGH_PROXIES, ...REBOUND, ...PAGES, ...WITHOUT_TOKEN])(
  'every call to the admin API is refused to %s',
  async (_, attack) => {
    const served: unknown[] = []
    for (const call of CALLS) if ((await statusOf(attack, call)) !== 403) served.push(call)
    expect(served).toEqual([])
  },
)

describe('the admin API answers', () => {
  const JOURNAL = ['GET', '/__mock/journal'] as const

  test.each<Row>([
    ...['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'].map((address): Row => [address, { address }]),
    ...['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.8.8.8:80', '[::1]:4010'].map(
      (host): Row => [`the Host ${host}`, { origin: `http://${host}` }],
    ),
    ...['User-Agent', 'X-Forward', 'X-Request-Id', 'Trip', 'Client-Version'].map(
      (name): Row => [`a program that sends ${name}`, { headers: { [name]: '1' } }],
    ),
    ...['none', 'same-origin'].map(
      (site): Row => [
        `an address that was typed in (${site})`,
        { headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' } },
      ],
    ),
    ...PROXY_HEADERS.map(
      (name): Row => [
        `a proxy with the token: ${name}`,
        { headers: { [name]: '1', ...token(TOKEN) }, ...GUARDED },
      ],
    ),
  ])('%s', async (_, caller) => {
    expect(await statusOf(caller, JOURNAL)).toBe(200)
  })

  test('every caller with the token, from any address, by any name', async () => {
    const caller: Attack = {
      address: '203.0.113.7',
      origin: 'http://mock.internal',
      headers: { 'mock-admin-token': TOKEN },
      ...GUARDED,
    }
    for (const call of CALLS) expect(await statusOf(caller, call)).not.toBe(403)
  })
})

test('what is refused tells nothing, and moves nothing', async () => {
  const { app, clockOf } = createMock()
  const before = await clockOf('pk_test_moved').read()
  const body = JSON.stringify({ key: 'pk_test_moved', advanceSeconds: 60 })
  const refused = await app.request('/__mock/clock', { method: 'POST', body }, { address: '10.0.0.1' })
  expect(await refused.json()).toEqual({
    error: "The mock's own surface answers calls from this machine only.",
  })
  expect((await clockOf('pk_test_moved').read()).now - before.now).toBeLessThan(60_000)
})

test.each(PROXY_HEADERS)(
  'a refusal of what came through a proxy names %s, and says what to do',
  async (name) => {
    const answer = await createApp().request('/__mock/journal', { headers: { [name]: '127.0.0.1' } })
    const says = `came through a proxy.* carries ${name}\\..*MOCK_ADMIN_TOKEN.*Mock-Admin-Token`
    expect(await answer.json()).toEqual({ error: expect.stringMatching(new RegExp(says, 'i')) })
  },
)

test.each(['', 'short', 'a token with blanks', 'x'.repeat(513), 'ein-schlüssel-mit-umlaut'])(
  'the token %j is refused at the start, unquoted',
  (adminToken) => {
    expect(() => createApp({ adminToken })).toThrow(TypeError)
    if (adminToken !== '') expect(() => createApp({ adminToken })).not.toThrow(adminToken)
  },
)
