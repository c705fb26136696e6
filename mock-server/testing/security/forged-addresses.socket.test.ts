import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import { createApp, createMock } from '../../app.ts'
import { serverOf } from '../../server.ts'

const ALLOWED = '203.0.113.7'
const STRANGER = '198.51.100.1'
const PROXY = '10.0.0.1'
const headersWith = (given: Record<string, string>) => ({
  Authorization: `Bearer ${ALLOWLISTED_PARTNER.key}`,
  ...given,
})

async function pinged(
  given: Record<string, string>,
  address: string,
  trustProxy?: string[],
): Promise<Response> {
  const app = createApp(trustProxy === undefined ? {} : { trustProxy })
  return app.request('/ping', { headers: headersWith(given) }, { address })
}

const FORGERIES = [
  { 'X-Forwarded-For': ALLOWED },
  { 'X-Forwarded-For': `${ALLOWED}, ${ALLOWED}` },
  { 'X-Forwarded-For': `127.0.0.1, ${ALLOWED}` },
  { Forwarded: `for=${ALLOWED}` },
  { Forwarded: `for="${ALLOWED}:80";proto=https` },
  { Forwarded: `for=${ALLOWED}`, 'X-Forwarded-For': ALLOWED },
  { 'X-Real-IP': ALLOWED },
  { 'X-Client-IP': ALLOWED },
  { 'CF-Connecting-IP': ALLOWED },
  { 'True-Client-IP': ALLOWED },
] as const

describe.each(FORGERIES)('a stranger who sends %j', (forgery) => {
  test('is a stranger still, where no proxy is trusted', async () => {
    const refused = await pinged(forgery, STRANGER)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(STRANGER)])
  })

  test('is a stranger still, where another address is trusted', async () => {
    expect((await pinged(forgery, STRANGER, [PROXY])).status).toBe(403)
  })

  test('is a stranger still behind a trusted proxy that adds what it saw', async () => {
    const added = {
      ...forgery,
      'X-Forwarded-For': [Object(forgery)['X-Forwarded-For'], STRANGER].filter(Boolean).join(', '),
    }
    expect((await pinged(added, PROXY, [PROXY])).status).toBe(403)
  })
})

test('an allowed caller is not locked out by what it sends of itself', async () => {
  expect((await pinged({ 'X-Forwarded-For': STRANGER }, ALLOWED)).status).toBe(200)
})

test('over a socket nothing that is sent moves the caller either', async () => {
  const call = supertest(serverOf(createMock())).get('/ping')
  await call.set(headersWith({ 'X-Forwarded-For': ALLOWED })).expect(403, /127\.0\.0\.1/)
})

test('a trusted proxy on this machine is believed over a socket', async () => {
  const proxied = supertest.agent(serverOf(createMock({ trustProxy: ['127.0.0.0/8'] }))).set(headersWith({}))
  await proxied.get('/ping').set('X-Forwarded-For', ALLOWED).expect(200)
  await proxied.get('/ping').set('Forwarded', `for=${ALLOWED}`).expect(200)
  await proxied.get('/ping').set('X-Forwarded-For', STRANGER).expect(403, new RegExp(STRANGER))
})

test.each(['unknown', '', '_hidden', '203.0.113.7.evil.example', '203.0.113.7/0'])(
  'a trusted proxy that says %j is the caller itself',
  async (value) => {
    const refused = await pinged({ 'X-Forwarded-For': value }, PROXY, [PROXY])
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(PROXY)])
  },
)
