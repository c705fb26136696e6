import supertest from 'supertest'
import { afterAll, describe, expect, test } from 'vitest'
import { ADMIN_SPELLINGS } from '../../../contract/text/admin-spellings.fixture.ts'
import { createApp } from '../../app.ts'
import { serve } from '../../serve.ts'
import type { ServedMock } from '../../serve-fetch.ts'
import { newKey, served } from '../behaviour/sandbox.fixture.ts'
import {
  exchangeOverWire,
  OWN_ADDRESS,
  reachedAt,
  type WireRequest,
} from '../requests/wire-request.fixture.ts'

const TOKEN = 'a-token-of-this-test'
const PAGE = 'https://page.example'

const [own, guarded] = [await serve(), await serve({ adminToken: TOKEN })]
afterAll(() => Promise.all([own.close(), guarded.close()]))

async function asked({ url }: ServedMock, request: WireRequest) {
  return exchangeOverWire(url, { method: 'GET', target: '/__mock/journal', body: '', ...request }, newKey())
}

test.each(ADMIN_SPELLINGS)(
  'a call to %s is a call of the admin API, with the same guard',
  async (spelling) => {
    const target = `${spelling}/journal`
    const answer = await asked(own, { target })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { exchanges: [], dropped: null }])
    expect((await asked(guarded, { target, headers: { Via: '1.1 proxy' } })).status).toBe(401)
  },
)

// admin/guard.test.ts has every refused caller. These need a socket.
test.each<[what: string, WireRequest]>([
  ['a page behind a rebound name, by its Host', { headers: { Host: 'rebound.example:4010' } }],
  ['the same by its target', { target: 'http://rebound.example/__mock/journal' }],
  ['what came through a proxy', { headers: { Via: '1.1 proxy' } }],
])('over a socket %s is refused', async (_, request) => {
  expect((await asked(own, request)).status).toBe(401)
})

describe('a mock that others can reach', () => {
  test.each(['0.0.0.0', ...(OWN_ADDRESS === undefined ? [] : [OWN_ADDRESS])])(
    'at %s makes a random token, a new one each time',
    async (host) => {
      const mocks = [await serve({ host }), await serve({ host })]
      const tokens = mocks.map(({ adminToken }) => adminToken)
      await Promise.all(mocks.map((mock) => mock.close()))
      for (const token of tokens) expect(token).toMatch(/^pk_admin_[\w-]{43}$/)
      expect(tokens[0]).not.toBe(tokens[1])
    },
  )

  test('answers only health without its token', async () => {
    const mock = await served({ host: '0.0.0.0', adminToken: TOKEN })
    expect(mock.adminToken).toBe(TOKEN)
    const local = supertest(reachedAt('127.0.0.1', mock.url))
    await local.get('/__mock/health').expect(200)
    await local.get('/__mock/journal').expect(401)
    await local.get('/__mock/journal').set('Mock-Admin-Token', TOKEN).expect(200)
    if (OWN_ADDRESS !== undefined) {
      const other = supertest(reachedAt(OWN_ADDRESS, mock.url))
      await other.get('/__mock/health').expect(200)
      const headers = { Host: 'mock.internal', 'Mock-Admin-Token': TOKEN }
      await other.get('/__mock/journal').set(headers).expect(200)
    }
  })
})

test.each(['localhost', '127.0.0.1', '127.0.0.2'])('a mock at %s needs no token', async (host) => {
  const mock = await served({ host })
  expect(mock.adminToken).toBeNull()
})

/** A key belongs on a server: no header lets a page read an answer. */
test.each([
  ['GET', '/ping'],
  ['GET', '/products'],
  ['GET', '/balance'],
  ['POST', '/orders'],
  ['GET', '/orders/TEST:1'],
  ['GET', '/none'],
  ['GET', '/__mock/health'],
  ['POST', '/__mock/clock'],
])('a page of another origin cannot read %s %s, and its preflight is refused', async (method, path) => {
  const app = createApp()
  const corsHeaders = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => /^(access-control|timing-allow|cross-origin)-/.test(name))
  const credentials = { Authorization: 'Bearer pk_test_page' }
  const headers = { Origin: PAGE, ...credentials, 'Content-Type': 'application/json' }
  expect(corsHeaders(await app.request(path, { method, headers }))).toEqual([])
  const preflight = {
    Origin: PAGE,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization, content-type, mock-admin-token',
    'Access-Control-Request-Private-Network': 'true',
  }
  for (const sent of [preflight, { ...preflight, ...credentials }]) {
    const answer = await app.request(path, { method: 'OPTIONS', headers: sent })
    expect([answer.ok, corsHeaders(answer), answer.headers.has('Allow')]).toEqual([false, [], false])
  }
})
