import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, type TestContext, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { portOf } from '../contract/testing/listening.fixture.ts'
import { openProxy } from './serve.ts'
import { call, raw } from './testing/opened.fixture.ts'
import { keyFinder } from './upstream.ts'

const KEY = 'pk_test_q7Zp41kXw9sVt2Lm'
const HEADERS = { authorization: 'Bearer pk_test_mine' }

/** A target that pings well, and does something to every other request. */
async function hostile(context: TestContext, answer: (response: ServerResponse, path: string) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`)
    request.resume()
    response.setHeader('content-type', 'application/json')
    if (request.url === '/ping') response.end('{"data":{"status":"ok","mode":"TEST"}}')
    else answer(response, request.url ?? '')
  })
  const baseUrl = `http://127.0.0.1:${await portOf(server, context)}`
  const proxy = await openProxy({ baseUrl, key: KEY, profile: resolveProfile({}) })
  context.onTestFinished(proxy.close)
  return { proxy, asked, get: (path: string) => call(proxy.url, 'GET', path, { headers: HEADERS }) }
}

describe.concurrent('a hostile target', () => {
  const hex = Buffer.from(KEY).toString('hex')
  const base64 = Buffer.from(`:${KEY}`).toString('base64')
  test.for([
    ['plain', KEY],
    ['in capitals', KEY.toUpperCase()],
    ['without its prefix', KEY.slice(8)],
    ['in hexadecimal', hex],
    ['in Base64', base64],
    ['percent-encoded', [...KEY].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')],
    [
      'escaped for JSON',
      [...KEY].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(''),
    ],
    ['escaped for HTML', [...KEY].map((character) => `&#${character.charCodeAt(0)};`).join('')],
  ])(
    'that returns the key %s becomes a 502 that says so, in the body, in a header, and packed',
    async ([, form], context) => {
      const { get } = await hostile(context, (response, path) => {
        if (path === '/products') response.end(`{"data":{"x":"${form}"}}`)
        else if (path === '/balance') response.setHeader('x-note', form ?? '').end('{}')
        else response.setHeader('content-encoding', 'gzip').end(gzipSync(`{"data":{"x":"${form}"}}`))
      })
      for (const path of ['/products', '/balance', '/products/A/price']) {
        const seen = await get(path)
        expect(seen).toMatchObject({ status: 502, body: expect.stringContaining('holds its own key') })
        expect(JSON.stringify(seen)).not.toContain(form)
      }
    },
  )

  test('that answers a purchase with a success that shows none has not said that it recorded it', async (context) => {
    const bodies = ['<html>', '', '[1,2]', '{"data":null}', '{"data":{"order":{"order":{"status":"DONE"}}}}']
    const left = bodies.values()
    const { proxy } = await hostile(context, (response) => void response.end(left.next().value))
    for (const [index] of bodies.entries()) {
      const body = JSON.stringify({ partnerReference: `SHOP:${index}`, sku: 'A' })
      await call(proxy.url, 'POST', '/orders', {
        headers: { ...HEADERS, 'content-type': 'application/json' },
        body,
      })
    }
    const effects = proxy.journal.exchanges().map(({ order }) => order?.effect)
    expect(effects).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'recorded'])
  })

  test('is not followed to where it redirects', async (context) => {
    const elsewhere: string[] = []
    const trap = createServer((request, response) => {
      elsewhere.push(`${request.url} ${request.headers.authorization}`)
      response.end('{}')
    })
    const port = await portOf(trap, context)
    const { get } = await hostile(context, (response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/stolen` }).end(),
    )
    expect((await get('/balance')).status).toBe(307)
    expect(elsewhere).toEqual([])
  })

  test.for<readonly [string, (response: ServerResponse) => unknown]>([
    ['sends more than 4 MiB', (response) => response.end(Buffer.alloc(5 * 1024 * 1024, ' '))],
    [
      'sends what becomes more than 4 MiB',
      (response) =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))),
    ],
    [
      'sends a coding that nobody reads',
      (response) => response.setHeader('content-encoding', 'x-rot13').end('{}'),
    ],
    ['sends broken gzip', (response) => response.setHeader('content-encoding', 'gzip').end('no')],
    ['resets', (response) => void response.socket?.resetAndDestroy()],
    ['has no status', (response) => response.socket?.end('HTTP/1.1 099 No\r\nContent-Length: 2\r\n\r\n{}')],
    [
      'breaks off',
      (response) =>
        void response.writeHead(200, { 'content-length': '9' }).write('{"a', () => response.destroy()),
    ],
    [
      'changes the protocol',
      (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end(),
    ],
  ])('that %s becomes a 502', async ([, answer], context) => {
    const { get } = await hostile(context, (response) => void answer(response))
    expect((await get('/balance')).status).toBe(502)
    expect((await get('/ping')).status).toBe(200)
  })

  test('shows nothing on the page that a browser would run', async (context) => {
    const { get, proxy } = await hostile(context, (response) =>
      response.end('{"data":{"order":{"status":"<script>alert(1)</script>"}}}'),
    )
    await get('/orders/%3Cimg%20src=x%3E')
    const page = await call(proxy.url, 'GET', '/__mock/')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).not.toMatch(/<script|<img/)
  })
})

test('a target that leaves its TEST mode gets nothing more', async (context) => {
  const modes = ['TEST', 'LIVE', 'TEST']
  const server = createServer((request, response) => {
    const mode = request.url === '/ping' ? modes.shift() : 'none'
    const body = JSON.stringify({ data: { status: 'ok', mode } })
    // The last ping was under way with the one before it.
    setTimeout(() => response.end(body), modes.length === 0 ? 100 : 0)
  })
  const baseUrl = `http://127.0.0.1:${await portOf(server, context)}`
  const proxy = await openProxy({ baseUrl, key: KEY, profile: resolveProfile({}) })
  context.onTestFinished(proxy.close)
  const get = async (path: string) => (await call(proxy.url, 'GET', path, { headers: HEADERS })).status
  expect([await get('/balance'), await Promise.all([get('/ping'), get('/ping')])]).toEqual([200, [200, 200]])
  expect([await get('/balance'), await get('/ping')]).toEqual([403, 403])
  const refused = await call(proxy.url, 'GET', '/balance', { headers: HEADERS })
  expect(refused.body).toContain('with the mode \\"LIVE\\": this was not passed on')
  const health = await call(proxy.url, 'GET', '/__mock/health')
  expect(JSON.parse(health.body)).toMatchObject({ mode: 'LIVE', isTest: false })
  expect((await call(proxy.url, 'GET', '/__mock/')).body).toContain('mode LIVE.')
})

test('several requests over one connection are answered in their order, the first one last by the target', async (context) => {
  const { proxy } = await hostile(context, (response, path) =>
    setTimeout(() => response.end(`{"data":"${path}"}`), path === '/products' ? 200 : 0),
  )
  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${HEADERS.authorization}\r\n\r\n`
  const seen = await raw(proxy.url, request('/products') + request('/balance'))
  expect(seen.match(/{"data":[^}]*}/g)).toEqual(['{"data":"/products"}', '{"data":"/balance"}'])
})

test('an answer without the key is none that holds it', () => {
  const holdsKey = keyFinder(KEY)
  expect(['', '{"data":{"status":"ok"}}', 'pk_test_another1', '%', '&#999999999;'].filter(holdsKey)).toEqual(
    [],
  )
  expect(holdsKey([...KEY].join('\0'))).toBe(true)
})
