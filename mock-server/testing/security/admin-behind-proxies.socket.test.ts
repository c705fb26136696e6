import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createApp, createMock } from '../../app.ts'
import { serverOf } from '../../server.ts'
import { ADMIN_CALLS } from './admin-paths.fixture.ts'

const TOKEN = 'a-token-of-this-test'
const PROXY_HEADERS = [
  ['Forwarded', 'for=127.0.0.1'],
  ['Forwarded', ''],
  ['X-Forwarded-For', '127.0.0.1'],
  ['x-forwarded-for', '203.0.113.7'],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Forwarded-Proto', 'http'],
  ['X-Forwarded', 'for=127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Original-Forwarded-For', '127.0.0.1'],
  ['X-Client-IP', '127.0.0.1'],
  ['True-Client-IP', '127.0.0.1'],
  ['CF-Connecting-IP', '127.0.0.1'],
  ['Client-IP', '127.0.0.1'],
  ['X-Envoy-External-Address', '127.0.0.1'],
  ['Via', '1.1 proxy'],
  ['CDN-Loop', 'cloudflare'],
  ['Cf-Ray', '8e1-FRA'],
  ['Ngrok-Trace-Id', '1'],
  ['X-Amzn-Trace-Id', 'Root=1-2-3'],
  ['X-Amz-Cf-Id', '1'],
  ['X-Cloud-Trace-Context', '1/2'],
  ['Tailscale-User-Login', 'a@example.test'],
] as const

describe.each(PROXY_HEADERS)("a call to the mock's own surface with %s: %s", (name, value) => {
  const headers = { [name]: value }

  test.each(ADMIN_CALLS)('is refused %s %s: its peer on this machine is a proxy', async (method, path) => {
    for (const trustProxy of [[], ['127.0.0.1']]) {
      expect((await createApp({ trustProxy }).request(path, { method, headers })).status).toBe(403)
    }
  })

  test('is refused over a socket, and reads why, and what to do', async () => {
    const call = supertest(serverOf(createMock())).get('/__mock/journal').set(headers)
    expect((await call.expect(403)).body).toEqual({
      error: expect.stringMatching(
        new RegExp(`came through a proxy.* carries ${name}\\..*MOCK_ADMIN_TOKEN.*Mock-Admin-Token`, 'i'),
      ),
    })
  })

  test('is answered with the token', async () => {
    const app = createApp({ adminToken: TOKEN })
    const answer = await app.request('/__mock/journal', {
      headers: { ...headers, 'Mock-Admin-Token': TOKEN },
    })
    expect(answer.status).toBe(200)
    expect((await app.request('/__mock/health', { headers })).status).toBe(403)
  })
})

test.each(['User-Agent', 'X-Forward', 'X-Request-Id', 'Trip', 'Client-Version'])(
  'a call with %s still counts as from this machine',
  async (name) => {
    expect((await createApp().request('/__mock/journal', { headers: { [name]: '1' } })).status).toBe(200)
  },
)
