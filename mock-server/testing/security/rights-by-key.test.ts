import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventsUntil, exchangesIn, isComplete } from '../../admin/events/events.fixture.ts'
import { createMock } from '../../app.ts'
import { inProcess, listeningMock, openSandbox } from '../behaviour/sandbox.fixture.ts'

const TOKEN = 'a-token-of-this-test'
const PAGE = 'http://localhost'
const [HERE, ELSEWHERE] = ['127.0.0.1', '203.0.113.7']

function randomKey(): string {
  return `pk_test_${crypto.randomUUID().replaceAll('-', '')}`
}

/** Who may make a call: everyone; who has any right, or is here; the key that it is about. */
type Needs = 'nothing' | 'a right' | 'a right, or this machine' | 'the key'

/** Every route of the admin API. Where the key is needed, the call is about the sandbox of `mine`. */
const ROUTES: readonly (readonly [method: string, path: string, needs: Needs, body?: object])[] = [
  ['GET', 'live', 'nothing'],
  ['GET', 'ready', 'nothing'],
  ['GET', '', 'a right'],
  ['GET', 'page.js', 'a right'],
  ['GET', 'health', 'a right, or this machine'],
  ['GET', 'assumptions', 'a right'],
  ['GET', 'openapi.json', 'a right'],
  ['GET', 'arazzo.json', 'a right'],
  ['GET', 'calls.http', 'a right'],
  ['GET', 'docs', 'a right'],
  ['GET', 'journal', 'a right'],
  ['GET', 'journal.jsonl', 'a right'],
  ['GET', 'journal.har', 'a right'],
  ['GET', 'journal/wait', 'a right'],
  ['GET', 'events', 'a right'],
  ['GET', 'keys', 'a right'],
  ['GET', 'scenarios', 'a right'],
  ['GET', 'orders', 'the key'],
  ['GET', 'judgement', 'the key'],
  ['GET', 'recording.jsonl', 'the key'],
  ['GET', 'next', 'the key'],
  ['DELETE', 'next', 'the key'],
  ['POST', 'next', 'the key', { fault: 'unavailable' }],
  ['POST', 'clock', 'the key', { advanceSeconds: 3600 }],
  ['POST', 'top-up', 'the key', { amount: '1.00' }],
  ['POST', 'revoke', 'the key', { revoked: true }],
  ['POST', 'allowlist', 'the key', { allowlist: ['203.0.113.9'] }],
  ['POST', 'reset', 'the key', {}],
]

/** What a caller sends to show that they may. */
const CALLERS = [
  'the key',
  'another key',
  'a guessed key',
  'nothing',
  'the token',
  'the page of the key',
  'the page of all',
] as const
type Caller = (typeof CALLERS)[number]

/** Where the call comes from, and what it needs there. */
const PLACES = [
  ['this machine, at a mock without a token', HERE, undefined],
  ['this machine, at a mock with a token', HERE, TOKEN],
  ['elsewhere, at a mock with a token', ELSEWHERE, TOKEN],
  ['elsewhere, at a mock without a token', ELSEWHERE, undefined],
] as const

function mayCall(needs: Needs, caller: Caller, isHere: boolean, token: string | undefined): boolean {
  if (needs === 'nothing' || (isHere && (token === undefined || needs.endsWith('this machine')))) return true
  if (token !== undefined && (caller === 'the token' || caller === 'the page of all')) return true
  if (caller === 'the key' || caller === 'the page of the key') return true
  return caller === 'another key' && needs.startsWith('a right')
}

async function opened(adminToken: string | undefined) {
  const options = { pageScript: async () => '', judge: async () => [], record: async () => 'recording' }
  const { app, ...control } = listeningMock({ ...options, adminToken })
  const keys = { mine: randomKey(), other: randomKey(), guessed: 'pk_test_shop' }
  for (const key of Object.values(keys)) await openSandbox(inProcess(app), { key }).buy('SCENARIO-PROCESSING')
  const ask = async (
    path: string,
    headers: Record<string, string>,
    init: RequestInit = {},
    address = ELSEWHERE,
  ) => app.request(`${PAGE}/__mock/${path}`, { headers, ...init }, { address })
  const signIn = (secret: string, Origin = PAGE) =>
    ask('session', { Origin }, { method: 'POST', body: new URLSearchParams({ secret }) })
  const cookieOf = async (secret: string) =>
    (await signIn(secret)).headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
  const pageOf = async (secret: string) => {
    const Cookie = await cookieOf(secret)
    const page = await (await ask('', { Cookie }, {}, HERE)).text()
    return { Cookie, Origin: PAGE, 'Mock-Page-Token': /"pageToken":"([^"]+)"/.exec(page)?.[1] ?? '' }
  }
  const headersOf: Record<Caller, () => Promise<Record<string, string>>> = {
    'the key': async () => bearer(keys.mine),
    'another key': async () => bearer(keys.other),
    'a guessed key': async () => bearer(keys.guessed),
    nothing: async () => ({}),
    'the token': async () => ({ 'Mock-Admin-Token': TOKEN }),
    'the page of the key': () => pageOf(keys.mine),
    'the page of all': () => pageOf(TOKEN),
  }
  return { ask, control, keys, headersOf, signIn, cookieOf, routes: app.routes }
}

describe.each(PLACES)('from %s', (_, address, token) => {
  test.each(CALLERS)('who sends %s has that right, and no other', async (caller) => {
    const { ask, keys, headersOf } = await opened(token)
    const headers = await headersOf[caller]()
    const found: string[] = []
    for (const [method, path, needs, given] of ROUTES) {
      const query = needs === 'the key' && given === undefined ? `?key=${hash('sha256', keys.mine)}` : ''
      const body = given && { body: JSON.stringify({ key: keys.mine, ...given }) }
      const answer = await ask(path + query, headers, { method, ...body }, address)
      found.push(`${method} ${path}: ${answer.status !== 403}`)
      await answer.body?.cancel()
    }
    expect(found).toEqual(
      ROUTES.map(
        ([method, path, needs]) => `${method} ${path}: ${mayCall(needs, caller, address === HERE, token)}`,
      ),
    )
  })
})

test('every route is in that table', async () => {
  const { routes } = await opened(TOKEN)
  const own = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/__mock/'))
  const named = new Set(own.map(({ method, path }) => `${method} ${path.slice('/__mock/'.length)}`))
  expect(new Set(ROUTES.map(([method, path]) => `${method} ${path}`))).toEqual(named)
})

describe('who has a key and no token', () => {
  test('reads what that key did alone', async () => {
    const { ask, control, keys, headersOf } = await opened(TOKEN)
    for (const caller of ['the key', 'the page of the key'] as const) {
      const headers = await headersOf[caller]()
      const read = (path: string) => ask(path, headers)
      const mine = control.partnerOf(keys.mine)
      const { exchanges } = (await (await read('journal')).json()) as { exchanges: { partner: string }[] }
      expect(exchanges.map(({ partner }) => partner)).toEqual([mine])
      expect(await (await read('journal?partner=guest-2')).text()).not.toContain('guest-2"')
      const { keys: shown } = (await (await read('keys')).json()) as { keys: { partner: string }[] }
      expect(shown.map(({ partner }) => partner)).toEqual([mine])
      expect(await (await read('health')).json()).toMatchObject({ partners: [mine] })
      const events = await eventsUntil(await read('events'), isComplete)
      expect(exchangesIn(events).map(({ partner }) => partner)).toEqual([mine])
      expect(JSON.stringify(events)).not.toContain(control.partnerOf(keys.other))
    }
  })

  test('changes nothing of another, by its digest, by the key itself, or by leaving it out', async () => {
    const { ask, control, keys, headersOf } = await opened(TOKEN)
    const before = await control.clockOf(keys.mine).read()
    const headers = await headersOf['another key']()
    const send = (body: object) => ask('clock', headers, { method: 'POST', body: JSON.stringify(body) })
    expect((await send({ key: keys.mine, advanceSeconds: 3600 })).status).toBe(403)
    expect((await send({ key: hash('sha256', keys.mine), advanceSeconds: 3600 })).status).toBe(403)
    expect((await send({ advanceSeconds: 3600 })).status).toBe(200)
    expect((await control.clockOf(keys.mine).read()).now - before.now).toBeLessThan(3_000_000)
    expect((await control.clockOf(keys.other).read()).now - before.now).toBeGreaterThan(3_000_000)
  })

  test('needs no body to reset, and no other name than the key', async () => {
    const { ask, control, keys, headersOf } = await opened(TOKEN)
    const answer = await ask('reset', await headersOf['the key'](), { method: 'POST' })
    expect(answer.status).toBe(204)
    expect(control.journal().map(({ partner }) => partner)).not.toContain(control.partnerOf(keys.mine))
    expect(control.journal()).toHaveLength(2)
  })
})

describe('a key that opens its sandbox', () => {
  const partners = [{ id: 'shop', key: 'pk_test_shop', openingBalance: 1, eligible: null, allowlist: null }]
  test.each([
    ['a long random one', randomKey(), {}, 200],
    ['a UUID', `pk_test_${crypto.randomUUID()}`, {}, 200],
    ['one that somebody chose', 'pk_test_shop', {}, 403],
    ['a long one of few characters', `pk_test_${'abc'.repeat(20)}`, {}, 403],
    ['a published one', 'pk_test_ordinary', {}, 403],
    ['one that was issued to a partner', 'pk_test_shop', { partners }, 200],
    ['one that nobody issued', randomKey(), { partners, unknownKeys: 'reject' }, 403],
    ['one that is no TEST key', randomKey().replace('test', 'live'), {}, 403],
  ] as const)('is %s or is not: %s', async (_, key, options, status) => {
    const { app } = createMock({ adminToken: TOKEN, ...(options as object) })
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await app.request('/__mock/journal', { headers }, { address: ELSEWHERE })
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain(key)
  })
})

describe('the page, in a browser', () => {
  test('asks for a key or the token, and says nothing else', async () => {
    const answer = await (await opened(TOKEN)).ask('', { Accept: 'text/html,*/*' })
    expect(answer.status).toBe(403)
    const text = await answer.text()
    expect(text).toContain('type="password"')
    expect(text).not.toMatch(/pageToken|ordinary|script/)
  })

  test.each([
    ['a guessed key', 'pk_test_shop', PAGE],
    ['another token', 'another-token-of-this', PAGE],
    ['nothing', '', PAGE],
    ['the token, from another page', TOKEN, 'https://evil.example'],
  ])('is not opened by %s', async (_, secret, Origin) => {
    const answer = await (await opened(TOKEN)).signIn(secret, Origin)
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([403, null])
    if (secret !== '') expect(await answer.text()).not.toContain(secret)
  })

  test('keeps no key in its cookie, which another mock does not accept', async () => {
    const [one, other] = [await opened(undefined), await opened(undefined)]
    const Cookie = await one.cookieOf(one.keys.mine)
    const [mine, others] = [hash('sha256', one.keys.mine), hash('sha256', one.keys.other)]
    expect(Cookie).toContain(mine)
    expect(Cookie).not.toContain(one.keys.mine.slice('pk_test_'.length))
    expect((await one.ask('keys', { Cookie })).status).toBe(200)
    expect((await other.ask('keys', { Cookie })).status).toBe(403)
    expect((await one.ask('keys', { Cookie: Cookie.replace(mine, others) })).status).toBe(403)
  })
})
