import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { ADMIN_CALLS } from './admin-paths.fixture.ts'
import { OWN_ADDRESS, reachedAt } from './own-address.fixture.ts'

const TOKEN = 'a-token-of-this-test'
const isHealth = (method: string, path: string) => `${method} ${path}` === 'GET /__mock/health'

async function withServed(host: string, use: (mock: ServedMock) => Promise<void>): Promise<void> {
  const mock = await serve({ host })
  await use(mock).finally(mock.close)
}

describe('a mock that others can reach', () => {
  test.each(['0.0.0.0', ...(OWN_ADDRESS === undefined ? [] : [OWN_ADDRESS])])(
    'as one at %s can, makes a token that nobody guesses, another one each time',
    async (host) => {
      const tokens: (string | null)[] = []
      for (let time = 0; time < 2; time += 1) {
        await withServed(host, async ({ adminToken }) => void tokens.push(adminToken))
      }
      for (const token of tokens) expect(token).toMatch(/^pk_admin_[\w-]{43}$/)
      expect(tokens[0]).not.toBe(tokens[1])
    },
  )

  test('answers no admin call without that token, but health to this machine', async () => {
    await withServed('0.0.0.0', async ({ url, adminToken }) => {
      const own = supertest(reachedAt('127.0.0.1', url))
      await own.get('/__mock/health').expect(200)
      await own.get('/__mock/journal').expect(403)
      await own.get('/__mock/journal').set('Mock-Admin-Token', `${adminToken}`).expect(200)
    })
  })

  test.runIf(OWN_ADDRESS)('answers every caller with the token, from any address, by any name', async () => {
    await withServed('0.0.0.0', async ({ url, adminToken }) => {
      const other = supertest(reachedAt(OWN_ADDRESS ?? '', url))
      await other.get('/__mock/health').expect(403)
      const headers = { Host: 'mock.internal', 'Mock-Admin-Token': `${adminToken}` }
      await other.get('/__mock/journal').set(headers).expect(200)
    })
  })

  test('takes the token that it is given', async () => {
    const mock = await serve({ host: '0.0.0.0', adminToken: TOKEN })
    expect(mock.adminToken).toBe(TOKEN)
    await mock.close()
  })
})

test.each(['localhost', '127.0.0.1', '127.0.0.2'])('a mock at %s needs no token', async (host) => {
  await withServed(host, async ({ adminToken }) => expect(adminToken).toBeNull())
})

describe.each(ADMIN_CALLS)('where a token is needed, %s %s', (method, path) => {
  const app = createApp({ adminToken: TOKEN })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['another', 'a-token-of-that-test'],
    ['the beginning of it', TOKEN.slice(0, -1)],
    ['more than it', `${TOKEN}t`],
    ['it in capitals', TOKEN.toUpperCase()],
    ['it twice', `${TOKEN}, ${TOKEN}`],
    ['it as a Bearer', `Bearer ${TOKEN}`],
  ])('is refused with %s', async (_, token) => {
    const headers = token === undefined ? {} : { 'Mock-Admin-Token': token }
    for (const address of ['203.0.113.7', '127.0.0.1', '::1']) {
      const expected = isHealth(method, path) && address !== '203.0.113.7' ? 200 : 403
      expect((await app.request(path, { method, headers }, { address })).status).toBe(expected)
    }
  })

  test('is refused with the token anywhere else', async () => {
    const headers = { Authorization: `Bearer ${TOKEN}`, 'X-Mock-Admin-Token': TOKEN, Cookie: TOKEN }
    const answer = await app.request(`${path}?token=${TOKEN}`, { method, headers }, { address: '10.0.0.1' })
    expect(answer.status).toBe(403)
  })

  test('is not refused with it', async () => {
    const headers = { 'mock-admin-token': TOKEN, Host: 'mock.internal' }
    expect((await app.request(path, { method, headers }, { address: '203.0.113.7' })).status).not.toBe(403)
  })
})

test('health is answered without a token only to this machine by its own name', async () => {
  const app = createApp({ adminToken: TOKEN })
  expect((await app.request('http://rebound.example/__mock/health')).status).toBe(403)
})

test.each(['', 'short', 'a token with blanks', 'x'.repeat(513), 'ein-schlüssel-mit-umlaut'])(
  'the token %j is refused at the start, unquoted',
  (adminToken) => {
    expect(() => createApp({ adminToken })).toThrow(TypeError)
    if (adminToken !== '') expect(() => createApp({ adminToken })).not.toThrow(adminToken)
  },
)
