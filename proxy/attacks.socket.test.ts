import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, type TestContext, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { portOf } from '../contract/testing/listening.fixture.ts'
import { readOrderBody } from './order-body.ts'
import { routerOf } from './route.ts'
import { openProxy } from './serve.ts'
import { shaperOf } from './shape.ts'
import { call, clientOf, proxied } from './testing/opened.fixture.ts'
import { plainService } from './testing/services.fixture.ts'
import { keyFinder } from './upstream.ts'

const SKU = 'YEN-500'
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

/** What comes back for bytes that are written as they are. */
function raw(url: string, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
  socket.on('data', (chunk) => (text += chunk)).on('error', () => resolve(text))
  socket.on('close', () => resolve(text))
  socket.setTimeout(1_000, () => socket.destroy())
  return promise
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

  test.for([
    [
      'sends more than 4 MiB',
      (response: ServerResponse): unknown => response.end(Buffer.alloc(5 * 1024 * 1024, ' ')),
    ],
    [
      'sends what becomes more than 4 MiB',
      (response: ServerResponse): unknown =>
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))),
    ],
    [
      'sends a coding that nobody reads',
      (response: ServerResponse): unknown => response.setHeader('content-encoding', 'x-rot13').end('{}'),
    ],
    [
      'sends broken gzip',
      (response: ServerResponse): unknown => response.setHeader('content-encoding', 'gzip').end('no'),
    ],
    ['resets', (response: ServerResponse): unknown => void response.socket?.resetAndDestroy()],
    [
      'breaks off',
      (response: ServerResponse): unknown =>
        void response.writeHead(200, { 'content-length': '9' }).write('{"a', () => response.destroy()),
    ],
    [
      'changes the protocol',
      (response: ServerResponse): unknown =>
        response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end(),
    ],
  ] as const)('that %s becomes a 502', async ([, answer], context) => {
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

describe.concurrent('nothing else is reached through a proxy:', () => {
  test.for([
    '/products/..%2fadmin/price',
    '/products/%2e%2e/price',
    '/products/%252e%252e%252fadmin/price',
    '/products/a%5c..%5cb/price',
    '//ping',
    '/./ping',
    '/ping/../admin',
    '/ping%00',
    '/ping;x=1',
    '/PING',
    '/products/x%0d%0aHost:%20y/price',
    '/products/%ff/price',
  ])('not by %s', async (path, context) => {
    const { client, service } = await proxied(context)
    service.asked.clear()
    const { status } = await client.get(path)
    expect(status).toBe(404)
    expect([...service.asked]).toEqual([])
  })

  test('by a query: only that of a lookup, and of a page of the catalogue, is passed on', () => {
    const route = routerOf(
      resolveProfile({ lookup: { method: 'GET', path: '/orders?ref={partnerReference}' } }),
    )
    const passed = (method: string, target: string) => Object(route(method, target)).target
    expect(passed('GET', '/balance?_method=DELETE&key=1')).toBe('/balance')
    expect(passed('POST', '/orders?partnerReference=OTHER')).toBe('/orders')
    expect(passed('GET', '/products?page=2')).toBe('/products?page=2')
    expect(passed('GET', '/products?_method=PUT')).toBe('/products')
    expect(passed('GET', '/orders?a=1&ref=A%2F..%2FB&x=2')).toBe('/orders?ref=A%2F..%2FB')
    expect(passed('GET', '/orders?ref=A&ref=B')).toBeUndefined()
  })

  test.for([
    [
      'an absolute URI',
      'GET http://example.com/ping HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['another host', 'GET /ping HTTP/1.1\r\nHost: evil.example\r\nX-Partner-Key: pk_test_mine\r\n\r\n'],
    [
      'two hosts',
      'GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nX-Partner-Key: pk_test_mine\r\n\r\n',
    ],
    ['no host', 'GET /ping HTTP/1.1\r\nX-Partner-Key: pk_test_mine\r\n\r\n'],
    [
      'two lengths',
      'POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\n{}{}',
    ],
    [
      'a length beside chunks',
      'POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    ],
    [
      'a disguised coding',
      'POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    ],
    ['a bare line feed', 'GET /ping HTTP/1.1\nHost: 127.0.0.1\nX-Partner-Key: pk_test_mine\n\n'],
    [
      'two keys',
      'GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\nX-Partner-Key: pk_test_other\r\n\r\n',
    ],
    [
      'a body behind a read',
      'GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\nContent-Length: 5\r\n\r\nhello',
    ],
  ])('not by %s', async ([, bytes = ''], context) => {
    const { service, proxy } = await proxied(context)
    service.asked.clear()
    const answered = await raw(proxy.url, bytes)
    expect(answered).not.toMatch(/^HTTP\/1\.1 2/)
    expect([...service.asked]).toEqual([])
  })

  test.for([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['referer', 'https://evil.example/'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-dest', 'image'],
  ])('and no web page buys by it: %s %s', async ([name = '', value = ''], context) => {
    const { service, client, proxy } = await proxied(context)
    service.asked.clear()
    const seen = await client.send(`{"partnerReference":"A:1","sku":"${SKU}"}`, { [name]: value })
    expect(seen.status).toBe(403)
    expect(
      await call(proxy.url, 'OPTIONS', '/orders', {
        headers: { origin: value, 'access-control-request-method': 'POST' },
      }),
    ).toMatchObject({
      status: expect.any(Number),
      headers: expect.not.objectContaining({ 'access-control-allow-origin': expect.anything() }),
    })
    const ordered = await call(proxy.url, 'POST', '/__mock/next', {
      headers: { [name]: value },
      body: '{"key":"pk_test_mine","fault":"cut"}',
    })
    expect(ordered.status).toBe(403)
    expect([...service.asked]).toEqual([])
  })

  test('the surface of the proxy answers no other host, and nobody behind another proxy', async (context) => {
    const { proxy } = await proxied(context)
    const headers: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-for': '10.0.0.1' },
      { forwarded: 'for=10.0.0.1' },
    ]
    for (const more of headers)
      expect((await call(proxy.url, 'GET', '/__mock/journal', { headers: more })).status).toBe(403)
  })

  test('the page orders a fault by its own form alone', async (context) => {
    const { proxy, client } = await proxied(context)
    await client.get('/ping')
    const { body } = await call(proxy.url, 'GET', '/__mock/')
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(body) ?? []
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(body) ?? []
    const form = (given: string) =>
      new URLSearchParams({ token: given, key, fault: 'cut', on: 'purchase', at: '1' }).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: proxy.url,
      'sec-fetch-site': 'same-origin',
    }
    expect((await call(proxy.url, 'POST', '/__mock/next', { headers, body: form('guess') })).status).toBe(403)
    expect((await call(proxy.url, 'POST', '/__mock/next', { headers, body: form(token) })).status).toBe(200)
    expect((await client.buy('A:1', SKU)).status).toBeNull()
  })
})

describe.concurrent('a client never', () => {
  test('calls with the key of the target, without a key, or with one that is no TEST key', async (context) => {
    const { service, proxy } = await proxied(context)
    service.asked.clear()
    for (const key of [service.key, '', 'live_1', 'pk_test_'])
      expect((await clientOf(proxy.url, service, key).get('/ping')).status).toBe(403)
    expect([...service.asked]).toEqual([])
  })

  test('calls with a key that is not listed, where keys are', async (context) => {
    const { service, client, proxy } = await proxied(context, { keys: ['pk_test_mine'] })
    expect((await client.get('/ping')).status).toBe(200)
    expect((await clientOf(proxy.url, service, 'pk_test_other').get('/ping')).status).toBe(403)
  })

  test.for([
    ['a member twice', '{"partnerReference":"A","partnerReference":"B","sku":"C"}'],
    ['a member in another case', '{"partnerReference":"A","PartnerReference":"B","sku":"C"}'],
    ['a member that is escaped', '{"partnerReference":"A","\\u0070artnerReference":"B","sku":"C"}'],
    ['a number as its reference', '{"partnerReference":1,"sku":"C"}'],
    ['an array', '[{"partnerReference":"A","sku":"C"}]'],
    ['a byte order mark', '\uFEFF{"partnerReference":"A","sku":"C"}'],
    ['nothing', ''],
    ['no JSON', 'partnerReference=A&sku=C'],
  ])('has a body passed on that two servers may read in two ways: %s', async ([, body = ''], context) => {
    const { service, client } = await proxied(context)
    expect((await client.send(body)).status).toBe(400)
    expect(service.ledger).toEqual([])
  })

  test('has a body passed on in another charset, or of any length', async (context) => {
    const { service, client } = await proxied(context)
    const order = `{"partnerReference":"A","sku":"${SKU}"}`
    expect((await client.send(order, { 'content-type': 'application/json; charset=utf-16' })).status).toBe(
      400,
    )
    expect((await client.send(order + ' '.repeat(70_000))).status).toBe(413)
    expect(service.ledger).toEqual([])
    expect(readOrderBody('{\xff}', undefined)).toContain('UTF-8')
  })
})

describe.concurrent('over one connection', () => {
  test('several requests at a time are answered in their order, the first one last by the target', async (context) => {
    const { proxy } = await hostile(context, (response, path) =>
      setTimeout(() => response.end(`{"data":"${path}"}`), path === '/products' ? 200 : 0),
    )
    const request = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${HEADERS.authorization}\r\n\r\n`
    const seen = await raw(proxy.url, request('/products') + request('/balance'))
    expect(seen.match(/{"data":[^}]*}/g)).toEqual(['{"data":"/products"}', '{"data":"/balance"}'])
  })

  test('a client that leaves in the middle of its body is no fault of the proxy, and buys nothing', async (context) => {
    const faults: string[] = []
    const { proxy, service } = await proxied(context, { onFault: (sentence) => faults.push(sentence) })
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () =>
      socket.write(`POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90\r\n\r\n{"partner`, () =>
        socket.destroy(),
      ),
    )
    await expect.poll(() => proxy.journal.exchanges()[0]?.delivery?.outcome).toBe('lost')
    expect(faults).toEqual([])
    expect(service.ledger).toEqual([])
  })
})

test('before a client that is listened to, only its keys and addresses call, by any name, and nothing but operations', async (context) => {
  const options = { keys: [], hosts: null, hasSurface: false, allowFrom: ['127.0.0.1'] }
  const { proxy, client } = await proxied(context, options, await plainService('the usual'))
  expect((await client.get('/ping')).status).toBe(401)
  proxy.script('pk_test_mine', [])
  expect((await client.get('/ping')).status).toBe(200)
  const headers = { authorization: 'Bearer pk_test_mine', host: 'partner.example' }
  expect((await call(proxy.url, 'GET', '/ping', { headers })).status).toBe(200)
  const page = { ...headers, origin: 'https://partner.example' }
  expect((await call(proxy.url, 'GET', '/ping', { headers: page })).status).toBe(403)
  for (const path of ['/__mock/', '/__mock/journal', '/__mock/next'])
    expect((await call(proxy.url, 'GET', path, { headers })).status).toBe(404)
  const other = await proxied(context, { ...options, allowFrom: ['203.0.113.0/24'] })
  expect((await other.client.get('/ping')).status).toBe(403)
  expect(other.proxy.journal.exchanges()).toEqual([])
})

test('an answer without the key is none that holds it', () => {
  const holdsKey = keyFinder(KEY)
  expect(['', '{"data":{"status":"ok"}}', 'pk_test_another1', '%', '&#999999999;'].filter(holdsKey)).toEqual(
    [],
  )
  expect(holdsKey([...KEY].join('\0'))).toBe(true)
})

test('a recorded body has the members that the reference names, and of all others their types', () => {
  const shape = shaperOf(resolveProfile({}))
  const order = { status: 'COMPLETED', pollAfterSeconds: null, code: 'ABCD-1', pins: [1234], 'K7-99': true }
  expect(
    JSON.parse(
      shape(JSON.stringify({ data: { order: { order }, balance: { amount: '5.00', owner: 'me' } } })),
    ),
  ).toEqual({
    data: {
      order: {
        order: {
          status: 'COMPLETED',
          pollAfterSeconds: null,
          code: '(string)',
          pins: [0],
          '(member 5)': true,
        },
      },
      balance: { amount: '5.00', owner: '(string)' },
    },
  })
  expect(shape('<p>PIN 1234</p>')).toBe('(15 characters that are no JSON)')
})
