import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const HOST = 'http://mock.example:4010'
const ELSEWHERE = { address: '203.0.113.7' }

function guardedMock(adminToken = TOKEN) {
  const app = createApp({ adminToken, pageScript: async () => 'void 0' })
  const signIn = async (token: string, headers: Record<string, string> = {}, host = HOST) => {
    const init = {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { Origin: host, ...headers },
    }
    return app.request(`${host}/__mock/session`, init, ELSEWHERE)
  }
  const cookie = async () => (await signIn(TOKEN)).headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const read = async (path: string, headers: Record<string, string>) =>
    app.request(`${HOST}/__mock/${path}`, { headers }, ELSEWHERE)
  return { app, signIn, cookie, read }
}

describe('the page of a mock that needs a token', () => {
  test('asks a browser for it in a form, and shows nothing else', async () => {
    const answer = await guardedMock().read('', { Accept: 'text/html,*/*' })
    expect(answer.status).toBe(401)
    const text = await answer.text()
    expect(text).toContain('type="password"')
    expect(text).not.toMatch(/facts|ordinary|script/)
    expect(answer.headers.get('Content-Security-Policy')).toContain("form-action 'self'")
  })

  test('sets a cookie that no script reads, no other site sends, and that does not contain the token', async () => {
    const answer = await guardedMock().signIn(TOKEN)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/__mock/'])
    const cookie = answer.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^mock_page_4010=open\.[\w%]+; Path=\/__mock; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(TOKEN)
    expect(await answer.text()).not.toContain(TOKEN)
  })

  test('sets a cookie for https only behind a proxy that serves https', async () => {
    const headers = { Origin: 'https://mock.example:4010', 'X-Forwarded-Proto': 'https' }
    expect((await guardedMock().signIn(TOKEN, headers)).headers.get('Set-Cookie')).toContain('; Secure')
  })

  test('has its own cookie on each port, since a browser sends a cookie to all ports of a host', async () => {
    const names = await Promise.all(
      [':4010', ':4011', ''].map(async (port) => {
        const answer = await guardedMock().signIn(TOKEN, {}, `http://mock.example${port}`)
        return answer.headers.get('Set-Cookie')?.split('=')[0]
      }),
    )
    expect(names).toEqual(['mock_page_4010', 'mock_page_4011', 'mock_page_80'])
  })

  test('serves page, script, stream and journal with the cookie', async () => {
    const { cookie, read } = guardedMock()
    const headers = { Cookie: await cookie(), 'Sec-Fetch-Site': 'same-origin' }
    for (const path of ['', 'page.js', 'events', 'journal']) {
      const answer = await read(path, headers)
      expect(answer.status, path).toBe(200)
      await answer.body?.cancel()
    }
  })

  test('accepts the cookie of another mock with the same token, and of no other mock', async () => {
    const Cookie = await guardedMock().cookie()
    expect((await guardedMock().read('journal', { Cookie })).status).toBe(200)
    expect((await guardedMock('another-token-of-sixteen').read('journal', { Cookie })).status).toBe(401)
  })

  test.each([
    ['nothing', ''],
    ['a wrong token', 'wrong'],
    ['more than the token', `${TOKEN}x`],
  ])('is not opened by %s', async (_, token) => {
    const answer = await guardedMock().signIn(token)
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([401, null])
    if (token !== '') expect(await answer.text()).not.toContain(token)
  })

  test.each([
    ['of another page', { Origin: 'https://evil.example' }],
    ['of a sandboxed page', { Origin: 'null' }],
    ['of another port', { Origin: 'http://mock.example:3000' }],
    ['that Fetch Metadata says to be of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is not opened by a form %s, even with the token', async (_, headers) => {
    const answer = await guardedMock().signIn(TOKEN, headers)
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([403, null])
  })

  test('does not accept a token in a URL', async () => {
    for (const path of [`?token=${TOKEN}`, `journal?token=${TOKEN}`]) {
      const answer = await guardedMock().read(path, {})
      expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([401, null])
    }
  })

  test('does not accept a forged cookie', async () => {
    const { cookie, read } = guardedMock()
    const own = await cookie()
    const values = ['', TOKEN, 'open', `open.${TOKEN}`, `open.${btoa('x'.repeat(32))}`]
    const forged = values.map((value) => `mock_page_4010=${encodeURIComponent(value)}`)
    for (const Cookie of [own.replace('=open', '=more'), own.replace('4010', '4011'), ...forged])
      expect((await read('journal', { Cookie })).status, Cookie).toBe(401)
  })

  test('accepts commands with the cookie only from its own origin', async () => {
    const { app, cookie } = guardedMock()
    const Cookie = await cookie()
    const body = JSON.stringify({ key: 'pk_test_page', fault: 'unavailable' })
    const status = async (headers: Record<string, string>, method = 'POST') =>
      (await app.request(`${HOST}/__mock/next`, { method, headers, body }, ELSEWHERE)).status
    expect(await status({ Cookie, Origin: HOST, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
    expect(await status({ Cookie })).toBe(401)
    expect(await status({ Cookie }, 'DELETE')).toBe(401)
    expect(await status({ Origin: HOST })).toBe(401)
    for (const Origin of [
      'http://mock.example:3000',
      'https://evil.example',
      'null',
      'https://mock.example:4010',
    ])
      expect(await status({ Cookie, Origin }), Origin).toBe(403)
    expect(await status({ Cookie, Origin: HOST, 'Sec-Fetch-Site': 'same-site' })).toBe(403)
  })
})
