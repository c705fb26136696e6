import { describe, expect, test } from 'vitest'
import { ALLOWLISTED_PARTNER } from '../../../fixtures/partners.ts'
import { createApp } from '../../app.ts'
import { serve } from '../../serve.ts'
import { parseResponse, sendBytes } from '../requests/wire-request.fixture.ts'

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
  const mock = await serve()
  const lines = Object.entries(headersWith({ 'X-Forwarded-For': ALLOWED })).map((line) => line.join(': '))
  const head = ['GET /ping HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines].join('\r\n')
  const answer = parseResponse(await sendBytes(mock.url, Buffer.from(`${head}\r\n\r\n`)))
  expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('127.0.0.1')])
  await mock.close()
})

test('a trusted proxy on this machine is believed over a socket', async () => {
  const mock = await serve({ trustProxy: ['127.0.0.0/8'] })
  for (const given of [{ 'X-Forwarded-For': ALLOWED }, { Forwarded: `for=${ALLOWED}` }]) {
    expect((await fetch(`${mock.url}/ping`, { headers: headersWith(given) })).status).toBe(200)
  }
  const refused = await fetch(`${mock.url}/ping`, { headers: headersWith({ 'X-Forwarded-For': STRANGER }) })
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(STRANGER)])
  await mock.close()
})

test.each(['unknown', '', '_hidden', '203.0.113.7.evil.example', '203.0.113.7/0'])(
  'a trusted proxy that says %j is the caller itself',
  async (value) => {
    const refused = await pinged({ 'X-Forwarded-For': value }, PROXY, [PROXY])
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(PROXY)])
  },
)
