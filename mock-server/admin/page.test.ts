import { describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { MockOptions } from '../sandbox/mock.ts'

const TOKEN = 'a-token-of-sixteen-or-more'

function openPage(options: MockOptions = {}) {
  const app = createApp({ pageScript: async () => 'void 0', ...options })
  const read = (path = '') => app.request(`/__mock/${path}`, { headers: { 'Mock-Admin-Token': TOKEN } })
  return { read, nonceOf: async () => /'nonce-([^']+)'/.exec(policyOf(await read()))?.[1] }
}

function policyOf(answer: Response): string {
  return answer.headers.get('Content-Security-Policy') ?? ''
}

describe('the page of a mock', () => {
  test('runs one script, loads nothing from elsewhere, and cannot be framed', async () => {
    const { read } = openPage()
    const answer = await read()
    const policy = policyOf(answer)
    const [, nonce] = /nonce="([^"]+)" src="page\.js"/.exec(await answer.text()) ?? []
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('has a new nonce each time, and is not cached', async () => {
    const { read, nonceOf } = openPage()
    expect(await nonceOf()).not.toBe(await nonceOf())
    expect((await read()).headers.get('Cache-Control')).toBe('no-store')
  })

  test('forbids browsers to sniff its type or to send a referrer, and so does its script', async () => {
    for (const path of ['', 'page.js']) {
      const { headers } = await openPage().read(path)
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      expect(headers.get('Referrer-Policy'), path).toBe('no-referrer')
    }
  })

  test('does not contain the admin token', async () => {
    expect(await (await openPage({ adminToken: TOKEN }).read()).text()).not.toContain(TOKEN)
  })

  test('embeds its facts as data, even if the profile holds HTML', async () => {
    const format = '</script><script>alert(1)</script>{key}'
    const { read } = openPage({ profile: { auth: { header: 'X-Key', format } } })
    const [, facts = ''] = /id="facts">(.*?)<\/script>/.exec(await (await read()).text()) ?? []
    expect(JSON.parse(facts)).toMatchObject({ auth: { format } })
  })
})
