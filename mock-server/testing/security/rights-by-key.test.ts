import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventsUntil, exchangesIn, isComplete } from '../../admin/events/events.fixture.ts'
import { createMock } from '../../app.ts'
import { inProcess, listeningMock, openSandbox } from '../behaviour/sandbox.fixture.ts'

const TOKEN = 'a-token-of-this-test'
const PAGE = 'http://localhost'

function randomKey(): string {
  return `pk_test_${crypto.randomUUID().replaceAll('-', '')}`
}

/** Who may make a call: everyone; who has any right, or is here; the key that it is about; the token alone. */
type Needs = 'nothing' | 'a right' | 'a right, or this machine' | 'the key' | 'the token'

/** Every route of the admin API. Where the key is needed, the call is about the sandbox of `mine`. */
const ROUTES: readonly (readonly [method: string, path: string, needs: Needs, body?: object])[] = [
  ['GET', 'live', 'nothing'],
  ['GET', 'ready', 'nothing'],
  ['GET', '', 'a right'],
  ['GET', 'metrics', 'the token'],
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
  ['this machine, at a mock without a token', '127.0.0.1', undefined],
  ['this machine, at a mock with a token', '127.0.0.1', TOKEN],
  ['elsewhere, at a mock with a token', '203.0.113.7', TOKEN],
  ['elsewhere, at a mock without a token', '203.0.113.7', undefined],
] as const

function mayCall(needs: Needs, caller: Caller, isHere: boolean, token: string | undefined): boolean {
  if (needs === 'nothing' || (isHere && (token === undefined || needs.endsWith('this machine')))) return true
  if (token !== undefined && (caller === 'the token' || caller === 'the page of all')) return true
  if (caller === 'the key' || caller === 'the page of the key') return needs !== 'the token'
  return caller === 'another key' && needs.startsWith('a right')
}

async function opened(adminToken: string | undefined) {
  const options = { pageScript: async () => '', judge: async () => [], record: async () => 'recording' }
  const { app, ...control } = listeningMock({ ...options, adminToken })
  const keys = { mine: randomKey(), other: randomKey(), guessed: 'pk_test_shop' }
  for (const key of Object.values(keys)) await openSandbox(inProcess(app), { key }).buy('SCENARIO-PROCESSING')
  const pageToken = /"pageToken":"([^"]+)"/
  const headersOf = async (caller: Caller): Promise<Record<string, string>> => {
    const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
    if (caller === 'the key') return bearer(keys.mine)
    if (caller === 'another key') return bearer(keys.other)
    if (caller === 'a guessed key') return bearer(keys.guessed)
    if (caller === 'nothing') return {}
    if (caller === 'the token') return { 'Mock-Admin-Token': TOKEN }
    const secret = caller === 'the page of all' ? TOKEN : keys.mine
    const Cookie = await signedIn(secret)
    const page = await (
      await app.request(`${PAGE}/__mock/`, { headers: { Cookie } }, { address: '127.0.0.1' })
    ).text()
    return { Cookie, Origin: PAGE, 'Mock-Page-Token': pageToken.exec(page)?.[1] ?? '' }
  }
  const signedIn = async (secret: string) => {
    const form = { method: 'POST', body: new URLSearchParams({ secret }), headers: { Origin: PAGE } }
    const answer = await app.request(`${PAGE}/__mock/session`, form, { address: '203.0.113.7' })
    return (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''
  }
  return { app, control, keys, headersOf, signedIn }
}

describe.each(PLACES)('from %s', (_, address, token) => {
  test.each(CALLERS)('who sends %s has that right, and no other', async (caller) => {
    const { app, keys, headersOf } = await opened(token)
    const headers = await headersOf(caller)
    const found: string[] = []
    for (const [method, path, needs, given] of ROUTES) {
      const query = needs === 'the key' && given === undefined ? `?key=${hash('sha256', keys.mine)}` : ''
      const body = given && { method, body: JSON.stringify({ key: keys.mine, ...given }) }
      const init = { method, headers, redirect: 'manual', ...body } as const
      const answer = await app.request(`${PAGE}/__mock/${path}${query}`, init, { address })
      found.push(`${method} ${path}: ${answer.status !== 403}`)
      await answer.body?.cancel()
    }
    const isHere = address === '127.0.0.1'
    expect(found).toEqual(
      ROUTES.map(([method, path, needs]) => `${method} ${path}: ${mayCall(needs, caller, isHere, token)}`),
    )
  })
})

test('every route is in that table', async () => {
  const { app } = await opened(TOKEN)
  const routes = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/__mock/'))
  const named = new Set(routes.map(({ method, path }) => `${method} ${path.slice('/__mock/'.length)}`))
  expect(new Set(ROUTES.map(([method, path]) => `${method} ${path}`))).toEqual(named)
})

describe('who has a key and no token', () => {
  test('reads what that key did alone', async () => {
    const { app, control, keys, headersOf } = await opened(TOKEN)
    for (const caller of ['the key', 'the page of the key'] as const) {
      const headers = await headersOf(caller)
      const read = (path: string) =>
        app.request(`${PAGE}/__mock/${path}`, { headers }, { address: '203.0.113.7' })
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
    const { app, control, keys, headersOf } = await opened(TOKEN)
    const before = await control.clockOf(keys.mine).read()
    const headers = await headersOf('another key')
    const send = (body: object) =>
      app.request(
        '/__mock/clock',
        { method: 'POST', headers, body: JSON.stringify(body) },
        { address: '203.0.113.7' },
      )
    expect((await send({ key: keys.mine, advanceSeconds: 3600 })).status).toBe(403)
    expect((await send({ key: hash('sha256', keys.mine), advanceSeconds: 3600 })).status).toBe(403)
    expect((await send({ advanceSeconds: 3600 })).status).toBe(200)
    expect((await control.clockOf(keys.mine).read()).now - before.now).toBeLessThan(3_000_000)
    expect((await control.clockOf(keys.other).read()).now - before.now).toBeGreaterThan(3_000_000)
  })

  test('needs no body to reset, and no other name than the key', async () => {
    const { app, control, keys, headersOf } = await opened(TOKEN)
    const headers = await headersOf('the key')
    const answer = await app.request('/__mock/reset', { method: 'POST', headers }, { address: '203.0.113.7' })
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
    const answer = await app.request('/__mock/journal', { headers }, { address: '203.0.113.7' })
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain(key)
  })
})

describe('the page, in a browser', () => {
  const asReader = { Accept: 'text/html,*/*' }

  test('asks for a key or the token, and says nothing else', async () => {
    const { app } = await opened(TOKEN)
    const answer = await app.request('/__mock/', { headers: asReader }, { address: '203.0.113.7' })
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
    const { app } = await opened(TOKEN)
    const form = { method: 'POST', body: new URLSearchParams({ secret }), headers: { Origin } }
    const answer = await app.request(`${PAGE}/__mock/session`, form, { address: '203.0.113.7' })
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([403, null])
    if (secret !== '') expect(await answer.text()).not.toContain(secret)
  })

  test('keeps no key in its cookie, which another mock does not accept', async () => {
    const [one, other] = [await opened(undefined), await opened(undefined)]
    const cookie = await one.signedIn(one.keys.mine)
    expect(cookie).toContain(hash('sha256', one.keys.mine))
    expect(cookie).not.toContain(one.keys.mine.slice('pk_test_'.length))
    const headers = { Cookie: cookie }
    const ask = ({ app }: typeof one) =>
      app.request(`${PAGE}/__mock/keys`, { headers }, { address: '203.0.113.7' })
    expect([(await ask(one)).status, (await ask(other)).status]).toEqual([200, 403])
    const forged = { Cookie: cookie.replace(hash('sha256', one.keys.mine), hash('sha256', one.keys.other)) }
    const answer = await one.app.request(
      `${PAGE}/__mock/keys`,
      { headers: forged },
      { address: '203.0.113.7' },
    )
    expect(answer.status).toBe(403)
  })
})
