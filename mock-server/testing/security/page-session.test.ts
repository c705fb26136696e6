import { describe, expect, test, vi } from 'vitest'
import { pageTokenOf, sessionTicket } from '../../admin/page/page-session.ts'
import { appOf, type MockApp } from '../../routed-app.ts'
import { assembleMock } from '../../sandbox/assemble-mock.ts'
import type { MockOptions } from '../../sandbox/mock.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const HOST = 'http://mock.example:4010'
const ELSEWHERE = { address: '203.0.113.7' }

/** A mock, and what its own page sends with a command. */
async function mockWithPage(options: MockOptions = {}) {
  const mock = assembleMock(options)
  const own = { 'Mock-Page-Token': await pageTokenOf(mock), 'Sec-Fetch-Site': 'same-origin' }
  return { app: appOf(mock), own }
}

async function openSession(app: MockApp, token = TOKEN): Promise<{ status: number; cookie: string }> {
  const answer = await app.request(`${HOST}/__mock/?token=${token}`, {}, ELSEWHERE)
  return { status: answer.status, cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
}

const BODY = JSON.stringify({ key: 'pk_test_page', fault: 'unavailable' })
const post = (headers: Record<string, string>) => ({ method: 'POST', headers, body: BODY })

describe('a command of a page on this machine', () => {
  const status = async (headers: (own: Record<string, string>) => Record<string, string>) => {
    const { app, own } = await mockWithPage()
    return (await app.request('http://localhost:4010/__mock/next', post(headers(own)))).status
  }

  test('is served to the own origin with the token of the page', async () => {
    expect(await status((own) => ({ ...own, Origin: 'http://localhost:4010' }))).toBe(200)
  })

  test.each([
    'http://localhost:3000',
    'https://localhost:4010',
    'http://127.0.0.1:4010',
    'http://localhost:4010.evil.example',
    'http://localhost',
    'null',
  ])('is refused to %s, also with that token', async (origin) => {
    expect(await status((own) => ({ ...own, Origin: origin }))).toBe(403)
  })

  test('is refused without the token, with a wrong one, and without an origin', async () => {
    const origin = { Origin: 'http://localhost:4010' }
    expect(await status(() => origin)).toBe(403)
    expect(await status((own) => ({ ...own, ...origin, 'Mock-Page-Token': 'other' }))).toBe(403)
    expect(await status((own) => own)).toBe(403)
  })

  test('is refused where the site is another one', async () => {
    const origin = { Origin: 'http://localhost:4010' }
    expect(await status((own) => ({ ...own, ...origin, 'Sec-Fetch-Site': 'same-site' }))).toBe(403)
  })

  test('is refused to a name that was rebound to this machine', async () => {
    const { app, own } = await mockWithPage()
    const headers = { ...own, Origin: 'http://rebound.example:4010' }
    expect((await app.request('http://rebound.example:4010/__mock/next', post(headers))).status).toBe(403)
  })

  test('is refused with the token of the page of another start', async () => {
    const { own } = await mockWithPage()
    const { app } = await mockWithPage()
    const headers = { ...own, Origin: 'http://localhost:4010' }
    expect((await app.request('http://localhost:4010/__mock/next', post(headers))).status).toBe(403)
  })
})

describe('where a token is needed, /__mock/?token=…', () => {
  test('leads to the address without it, with a cookie that no script reads and no other site sends', async () => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const answer = await app.request(`${HOST}/__mock/?token=${TOKEN}`, {}, ELSEWHERE)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/__mock/'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    const cookie = answer.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(
      /^mock_page_4010=[\w.-]+; Max-Age=604800; Path=\/__mock; HttpOnly; SameSite=Strict$/,
    )
    expect(cookie).not.toContain(TOKEN)
    expect(await answer.text()).not.toContain(TOKEN)
  })

  test('has a cookie for https alone behind a proxy of https', async () => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const headers = { 'X-Forwarded-Proto': 'https' }
    const answer = await app.request(`${HOST}/__mock/?token=${TOKEN}`, { headers }, ELSEWHERE)
    expect(answer.headers.get('Set-Cookie')).toContain('; Secure')
  })

  test('opens the journal to the cookie, until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const { cookie } = await openSession(app)
    const read = async () => {
      const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
      return (await app.request(`${HOST}/__mock/journal`, { headers }, ELSEWHERE)).status
    }
    expect(await read()).toBe(200)
    vi.advanceTimersByTime(7 * 24 * 3600 * 1000)
    expect(await read()).toBe(403)
    vi.useRealTimers()
  })

  test('opens commands to the cookie only with the own origin and the token of the page', async () => {
    const { app, own } = await mockWithPage({ adminToken: TOKEN })
    const { cookie } = await openSession(app)
    const status = async (headers: Record<string, string>, method = 'POST') => {
      const init = { ...post({ Cookie: cookie, ...headers }), method }
      return (await app.request(`${HOST}/__mock/next`, init, ELSEWHERE)).status
    }
    expect(await status({ ...own, Origin: HOST })).toBe(200)
    expect(await status({})).toBe(403)
    expect(await status({}, 'DELETE')).toBe(403)
    expect(await status({ Origin: HOST })).toBe(403)
    expect(await status({ ...own, Origin: 'http://page.example' })).toBe(403)
    const { 'Mock-Page-Token': token } = own
    const withoutCookie = post({ 'Mock-Page-Token': token ?? '', Origin: HOST })
    expect((await app.request(`${HOST}/__mock/next`, withoutCookie, ELSEWHERE)).status).toBe(403)
  })

  test.each(['', 'wrong', `${TOKEN}x`, '9999999999999.AAAA'])('is refused with %j', async (token) => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    expect(await openSession(app, token)).toEqual({ status: 403, cookie: '' })
  })

  test.each([
    ['GET', '/__mock/journal'],
    ['GET', '/__mock'],
    ['POST', '/__mock/'],
    ['HEAD', '/__mock/'],
  ])('opens no session by %s %s', async (method, path) => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const answer = await app.request(`${HOST}${path}?token=${TOKEN}`, { method }, ELSEWHERE)
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([403, null])
  })

  test('gives each port of a host a cookie of its own, since a browser sends all of them to each', async () => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const names = await Promise.all(
      [':4010', ':4011', ''].map(async (port) => {
        const answer = await app.request(`http://mock.example${port}/__mock/?token=${TOKEN}`, {}, ELSEWHERE)
        return answer.headers.get('Set-Cookie')?.split('=')[0]
      }),
    )
    expect(names).toEqual(['mock_page_4010', 'mock_page_4011', 'mock_page_80'])
  })

  test('is refused with a session, and a ticket is no session', async () => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const { cookie } = await openSession(app)
    expect((await openSession(app, cookie.split('=')[1])).status).toBe(403)
    const headers = { Cookie: `mock_page_4010=${await sessionTicket(TOKEN)}` }
    expect((await app.request(`${HOST}/__mock/journal`, { headers }, ELSEWHERE)).status).toBe(403)
  })

  test('is refused to a link on another page, and a forged cookie opens nothing', async () => {
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const link = { headers: { 'Sec-Fetch-Site': 'cross-site' } }
    expect((await app.request(`${HOST}/__mock/?token=${TOKEN}`, link, ELSEWHERE)).status).toBe(403)
    const { cookie } = await openSession(app)
    for (const forged of [cookie.replace(/=\d/, '=9'), 'mock_page_4010=', `mock_page_4010=${TOKEN}`]) {
      const answer = await app.request(`${HOST}/__mock/journal`, { headers: { Cookie: forged } }, ELSEWHERE)
      expect(answer.status).toBe(403)
    }
  })

  test('takes a ticket once, and not when its minute is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { app } = await mockWithPage({ adminToken: TOKEN })
    const ticket = await sessionTicket(TOKEN)
    expect((await openSession(app, ticket)).status).toBe(303)
    expect((await openSession(app, ticket)).status).toBe(403)
    vi.advanceTimersByTime(1)
    const late = await sessionTicket(TOKEN)
    vi.advanceTimersByTime(60_000)
    expect((await openSession(app, late)).status).toBe(403)
    vi.useRealTimers()
  })

  test('opens a session that replicas with the same token accept', async () => {
    const { cookie } = await openSession((await mockWithPage({ adminToken: TOKEN })).app)
    const other = await mockWithPage({ adminToken: TOKEN })
    const headers = { Cookie: cookie }
    expect((await other.app.request(`${HOST}/__mock/journal`, { headers }, ELSEWHERE)).status).toBe(200)
  })
})
