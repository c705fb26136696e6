import { describe, expect, test, vi } from 'vitest'
import { pageTokenOf, sessionTicket } from '../../admin/page/page-session.ts'
import { appOf } from '../../routed-app.ts'
import { assembleMock } from '../../sandbox/assemble-mock.ts'
import type { MockOptions } from '../../sandbox/mock.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const HOST = 'http://mock.example:4010'
const ELSEWHERE = { address: '203.0.113.7' }

/** A mock, and what its own page sends with a command. */
async function mockWithPage(options: MockOptions = { adminToken: TOKEN }) {
  const mock = assembleMock(options)
  const app = appOf(mock)
  const own = { 'Mock-Page-Token': await pageTokenOf(mock), 'Sec-Fetch-Site': 'same-origin' }
  const open = async (token = TOKEN, headers: Record<string, string> = {}) => {
    const answer = await app.request(`${HOST}/__mock/?token=${token}`, { headers }, ELSEWHERE)
    const { status, headers: got } = answer
    return { answer, status, cookie: got.get('Set-Cookie')?.split(';')[0] ?? '' }
  }
  const read = async (Cookie: string) =>
    (await app.request(`${HOST}/__mock/journal`, { headers: { Cookie } }, ELSEWHERE)).status
  return { mock, app, own, open, read }
}

const BODY = JSON.stringify({ key: 'pk_test_page', fault: 'unavailable' })
const post = (headers: Record<string, string>) => ({ method: 'POST', headers, body: BODY })

const otherStart = await mockWithPage({})

describe('a command of a page on this machine', () => {
  const here = 'http://localhost:4010'
  const rebound = 'http://rebound.example:4010'

  test.each([
    ['served to the own origin with the token of the page', {}, 200],
    ...[
      'http://localhost:3000',
      'https://localhost:4010',
      'http://127.0.0.1:4010',
      'http://localhost:4010.evil.example',
      'http://localhost',
      'null',
    ].map((Origin) => [`refused to ${Origin}, also with that token`, { Origin }, 403] as const),
    ['refused without the token', { 'Mock-Page-Token': '' }, 403],
    ['refused with a wrong one', { 'Mock-Page-Token': 'other' }, 403],
    ['refused with that of the page of another start', otherStart.own, 403],
    ['refused without an origin', { Origin: '' }, 403],
    ['refused where the site is another one', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['refused to a name that was rebound to this machine', { Origin: rebound }, 403, rebound],
  ] as const)('is %s', async (_, sent, status, host: string = here) => {
    const { app, own } = await mockWithPage({})
    const headers = Object.entries({ ...own, Origin: here, ...sent }).filter(([, value]) => value !== '')
    const answer = await app.request(`${host}/__mock/next`, post(Object.fromEntries(headers)))
    expect(answer.status).toBe(status)
  })
})

describe('where a token is needed, /__mock/?token=…', () => {
  test('leads to the address without it, with a cookie that no script reads and no other site sends', async () => {
    const { answer } = await (await mockWithPage()).open()
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
    const { answer } = await (await mockWithPage()).open(TOKEN, { 'X-Forwarded-Proto': 'https' })
    expect(answer.headers.get('Set-Cookie')).toContain('; Secure')
  })

  test('opens the journal to the cookie, until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { open, read } = await mockWithPage()
    const { cookie } = await open()
    expect(await read(cookie)).toBe(200)
    vi.advanceTimersByTime(7 * 24 * 3600 * 1000)
    expect(await read(cookie)).toBe(403)
    vi.useRealTimers()
  })

  test('opens commands to the cookie only with the own origin and the token of the page', async () => {
    const { app, own, open } = await mockWithPage()
    const { cookie } = await open()
    const status = async (headers: Record<string, string>, method = 'POST') => {
      const init = { ...post({ Cookie: cookie, ...headers }), method }
      return (await app.request(`${HOST}/__mock/next`, init, ELSEWHERE)).status
    }
    expect(await status({ ...own, Origin: HOST })).toBe(200)
    expect(await status({})).toBe(403)
    expect(await status({}, 'DELETE')).toBe(403)
    expect(await status({ Origin: HOST })).toBe(403)
    expect(await status({ ...own, Origin: 'http://page.example' })).toBe(403)
    expect(await status({ ...own, Origin: HOST, Cookie: '' })).toBe(403)
  })

  test.each(['', 'wrong', `${TOKEN}x`, '9999999999999.AAAA'])('is refused with %j', async (token) => {
    expect(await (await mockWithPage()).open(token)).toMatchObject({ status: 403, cookie: '' })
  })

  test.each([
    ['GET', '/__mock/journal'],
    ['GET', '/__mock'],
    ['POST', '/__mock/'],
    ['HEAD', '/__mock/'],
  ])('opens no session by %s %s', async (method, path) => {
    const { app } = await mockWithPage()
    const answer = await app.request(`${HOST}${path}?token=${TOKEN}`, { method }, ELSEWHERE)
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([403, null])
  })

  test('gives each port of a host a cookie of its own, since a browser sends all of them to each', async () => {
    const { app } = await mockWithPage()
    const names = await Promise.all(
      [':4010', ':4011', ''].map(async (port) => {
        const answer = await app.request(`http://mock.example${port}/__mock/?token=${TOKEN}`, {}, ELSEWHERE)
        return answer.headers.get('Set-Cookie')?.split('=')[0]
      }),
    )
    expect(names).toEqual(['mock_page_4010', 'mock_page_4011', 'mock_page_80'])
  })

  test('is refused with a session, and to a link on another page', async () => {
    const { open } = await mockWithPage()
    const { cookie } = await open()
    expect((await open(cookie.split('=')[1])).status).toBe(403)
    expect((await open(TOKEN, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  })

  test('opens nothing to a forged cookie, or to a ticket in its place', async () => {
    const { open, read } = await mockWithPage()
    const { cookie } = await open()
    const values = ['', TOKEN, await sessionTicket(TOKEN)].map((value) => `mock_page_4010=${value}`)
    for (const forged of [cookie.replace(/=\d/, '=9'), ...values]) expect(await read(forged)).toBe(403)
  })

  test('takes a ticket once, and not when its minute is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { open } = await mockWithPage()
    const ticket = await sessionTicket(TOKEN)
    expect((await open(ticket)).status).toBe(303)
    expect((await open(ticket)).status).toBe(403)
    vi.advanceTimersByTime(1)
    const late = await sessionTicket(TOKEN)
    vi.advanceTimersByTime(60_000)
    expect((await open(late)).status).toBe(403)
    vi.useRealTimers()
  })

  test('remembers each ticket that was used as long as it is valid, by the clock of its author, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { mock, open } = await mockWithPage()
    const now = Date.now()
    vi.setSystemTime(now + 30_000)
    const ahead = await sessionTicket(TOKEN)
    vi.setSystemTime(now)
    for (const ticket of [ahead, await sessionTicket(TOKEN)]) expect((await open(ticket)).status).toBe(303)
    vi.advanceTimersByTime(60_000)
    expect((await open(ahead)).status).toBe(403)
    expect([...mock.usedTickets.keys()]).toEqual([ahead])
    vi.advanceTimersByTime(30_000)
    expect((await open(ahead)).status).toBe(403)
    expect(mock.usedTickets.size).toBe(0)
    vi.useRealTimers()
  })

  test('opens a session that replicas with the same token accept', async () => {
    const { cookie } = await (await mockWithPage()).open()
    expect(await (await mockWithPage()).read(cookie)).toBe(200)
  })
})
