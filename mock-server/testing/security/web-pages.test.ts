import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { ADMIN_CALLS } from './admin-paths.fixture.ts'

const TOKEN = 'a token of sixteen'.replaceAll(' ', '-')

const PAGES = [
  ['a page of another site', { Origin: 'https://page.example' }],
  ['a page of another port of this machine', { Origin: 'http://localhost:3000' }],
  ['a page of the mock itself', { Origin: 'http://localhost' }],
  ['a page without an origin', { Origin: 'null' }],
  ['an image of a page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ['a link on a page', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
  ['a link on another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
  ['something that nobody documented', { 'Sec-Fetch-Site': 'elsewhere' }],
] as const

describe.each(PAGES)('%s', (_, headers) => {
  test.each(ADMIN_CALLS)('is refused %s %s', async (method, path) => {
    expect((await createApp().request(path, { method, headers })).status).toBe(403)
  })

  test.each(ADMIN_CALLS)('is refused %s %s with the right token, too', async (method, path) => {
    const app = createApp({ adminToken: TOKEN })
    const answer = await app.request(path, { method, headers: { ...headers, 'Mock-Admin-Token': TOKEN } })
    expect(answer.status).toBe(403)
  })
})

test.each(['none', 'same-origin'])(
  'an address that was typed in is answered (Sec-Fetch-Site: %s)',
  async (site) => {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    expect((await createApp().request('/__mock/journal', { headers })).status).toBe(200)
  },
)
