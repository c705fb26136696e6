import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { readOrderBody, routeOf } from './route.ts'
import { call, clientOf, proxied, raw } from './testing/opened.fixture.ts'
import { plainService } from './testing/services.fixture.ts'

const SKU = 'YEN-500'

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
    const profile = resolveProfile({ lookup: { method: 'GET', path: '/orders?ref={partnerReference}' } })
    const passed = (method: string, target: string) => Object(routeOf(method, target, profile)).target
    expect(passed('GET', '/balance?_method=DELETE&key=1')).toBe('/balance')
    expect(passed('POST', '/orders?partnerReference=OTHER')).toBe('/orders')
    expect(passed('GET', '/products?page=2')).toBe('/products?page=2')
    expect(passed('GET', '/products?_method=PUT')).toBe('/products')
    expect(passed('GET', '/orders?a=1&ref=A%2F..%2FB&x=2')).toBe('/orders?ref=A%2F..%2FB')
    expect(passed('GET', '/orders?ref=A&ref=B')).toBeUndefined()
    // In a query, only a plus that is not escaped is a blank.
    const meant = ['A%2BB', 'A+B'].map(
      (ref) => Object(routeOf('GET', `/orders?ref=${ref}`, profile)).reference,
    )
    expect(meant).toEqual(['A+B', 'A B'])
    expect(routeOf('GET', '/orders/50%25%20OFF%3A1', DEFAULT_PROFILE)).toMatchObject({
      reference: '50% OFF:1',
    })
  })

  const HEAD = 'HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Partner-Key: pk_test_mine\r\n'
  test.for([
    ['an absolute URI', `GET http://example.com/ping ${HEAD}\r\n`],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['another host', 'GET /ping HTTP/1.1\r\nHost: evil.example\r\nX-Partner-Key: pk_test_mine\r\n\r\n'],
    [
      'two hosts',
      'GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nX-Partner-Key: pk_test_mine\r\n\r\n',
    ],
    ['no host', 'GET /ping HTTP/1.1\r\nX-Partner-Key: pk_test_mine\r\n\r\n'],
    ['two lengths', `POST /orders ${HEAD}Content-Length: 4\r\nContent-Length: 40\r\n\r\n{}{}`],
    [
      'a length beside chunks',
      `POST /orders ${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    ],
    ['a disguised coding', `POST /orders ${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['a bare line feed', 'GET /ping HTTP/1.1\nHost: 127.0.0.1\nX-Partner-Key: pk_test_mine\n\n'],
    ['two keys', `GET /ping ${HEAD}X-Partner-Key: pk_test_other\r\n\r\n`],
    ['a body behind a read', `GET /ping ${HEAD}Content-Length: 5\r\n\r\nhello`],
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
    [
      'a member twice behind a member of its own',
      '{"x":[{"y":1}],"partnerReference":"A","partnerReference":"B","sku":"C"}',
    ],
    ['a member in another case', '{"partnerReference":"A","PartnerReference":"B","sku":"C"}'],
    ['a member that is escaped', '{"partnerReference":"A","\\u0070artnerReference":"B","sku":"C"}'],
    ['a number as its reference', '{"partnerReference":1,"sku":"C"}'],
    ['an array', '[{"partnerReference":"A","sku":"C"}]'],
    ['a byte order mark', '\uFEFF{"partnerReference":"A","sku":"C"}'],
    ['nothing', ''],
    ['no JSON', 'partnerReference=A&sku=C'],
  ])('has a body passed on that two servers may read in two ways: %s', async ([, body = ''], context) => {
    const { service, client } = await proxied(context)
    service.asked.clear()
    expect((await client.send(body)).status).toBe(400)
    // The service, too, answers 400 to such a body.
    expect([...service.asked]).toEqual([])
  })

  test('has a body passed on in another charset, or of any length', async (context) => {
    const { service, client } = await proxied(context)
    const order = `{"partnerReference":"A","sku":"${SKU}"}`
    expect((await client.send(order, { 'content-type': 'application/json; charset=utf-16' })).status).toBe(
      400,
    )
    expect((await client.send(order + ' '.repeat(70_000))).status).toBe(413)
    expect(service.ledger).toEqual([])
    expect(readOrderBody(Buffer.from('{\xff}', 'latin1'), undefined)).toContain('UTF-8')
    // A value, or a member of a member, of the same name is none that is there twice.
    const named = '{"x":[{"sku":1},"sku"],"partnerReference":"sku","sku":"sku"}'
    expect(readOrderBody(Buffer.from(named), undefined)).toEqual({ reference: 'sku', sku: 'sku' })
  })
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
