import { expect, test } from 'vitest'
import type { RateLimitedError } from './errors.ts'
import {
  cut,
  hang,
  json,
  KEY,
  LOOKUP,
  ORDER,
  rejectionOf,
  reset,
  stage,
  text,
} from './testing/client-under-test.fixture.ts'

const PING = json(200, { data: { status: 'ok', mode: 'TEST' } })

test.each(['https://service.test/api/v1', 'https://service.test/api/v1/'])(
  'a path follows the path of the base address %s',
  async (baseUrl) => {
    const { client, service } = stage({ 'GET /api/v1/ping': [PING] }, { baseUrl })
    await client.ping()
    expect(service.seen[0]?.url).toBe('https://service.test/api/v1/ping')
  },
)

test('the key travels in the auth header, and nowhere else', async () => {
  const { client, service } = stage({})
  await client.order(ORDER)
  const [seen] = service.seen
  expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`)
  expect(JSON.stringify({ ...seen, headers: { ...seen?.headers, authorization: '' } })).not.toContain(
    'secret',
  )
})

test.each([301, 302, 303, 307, 308])(
  'a redirect %i is neither followed nor accepted as an answer',
  async (status) => {
    const redirect = () =>
      new Response(null, { status, headers: { location: `https://elsewhere.test/?k=${KEY}` } })
    const { client, service } = stage({ 'GET /ping': [redirect] })
    await expect(client.ping()).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      status,
      message: expect.stringContaining('(to https://elsewhere.test/)'),
    })
    expect(service.calls()).toEqual(['GET /ping'])
  },
)

test('a request asks the platform not to follow redirects', async () => {
  const modes: string[] = []
  const fetch = (request: Request) => {
    modes.push(request.redirect)
    return Response.error()
  }
  const { client } = stage({}, { fetch })
  await expect(client.ping()).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    status: 0,
    position: null,
  })
  expect(modes).toEqual(['manual'])
})

test('the timeout includes the reading of the body, and aborts the request', async () => {
  let aborted = false
  const stalled = (request: Request) => {
    request.signal.addEventListener('abort', () => {
      aborted = true
    })
    return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
  }
  const { client } = stage({ 'GET /ping': [stalled] }, { timeoutMs: 1 })
  await expect(client.ping()).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(aborted).toBe(true)
})

test('an answer in time leaves no timer behind', async () => {
  const { client } = stage({ 'GET /ping': [PING] }, { timeoutMs: 60_000 })
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await client.ping()
  expect(timers()).toBe(before)
})

test.each([
  ['refused before an answer', reset, 'TypeError: fetch failed; Error: read ECONNRESET'],
  ['cut in the middle of the body', cut, 'TypeError: terminated'],
])('a connection %s is a ConnectionError that says why it broke', async (_, reply, why) => {
  const { client } = stage({ 'GET /ping': [reply] })
  const message = expect.stringContaining(why)
  await expect(client.ping()).rejects.toMatchObject({ name: 'ConnectionError', operation: 'ping', message })
})

test('the message of a purchase without an answer says that it may have been made', async () => {
  const { client } = stage({ 'POST /orders': [hang] }, { timeoutMs: 1 })
  await expect(client.order(ORDER)).rejects.toThrow(
    'POST /orders was not answered within 1 ms. The purchase may have been made: look it up, or send the ' +
      'identical body again; never buy under a new reference.',
  )
})

test('with an aborted signal nothing is sent, and the error is its reason', async () => {
  const { client, service } = stage({ 'GET /ping': [PING] })
  await expect(client.ping({ signal: AbortSignal.abort('not now') })).rejects.toBe('not now')
  expect(service.seen).toEqual([])
})

test.each([
  [400, 'RefusedError'],
  [401, 'RefusedError'],
  [429, 'RateLimitedError'],
  [500, 'ServerError'],
  [503, 'ServerError'],
])('the status %i is a %s', async (status, name) => {
  const { client } = stage({ 'GET /ping': [text(status, 'no JSON')] })
  await expect(client.ping()).rejects.toMatchObject({
    name,
    status,
    operation: 'ping',
    code: null,
    detail: null,
  })
})

test.each([
  [
    'problem details',
    { type: 'urn:problem:out-of-stock', title: 'Out of stock', status: 409, detail: 'None is left.' },
    { code: 'urn:problem:out-of-stock', title: 'Out of stock' },
    '409 (urn:problem:out-of-stock: Out of stock: None is left.)',
  ],
  [
    'an error object',
    { error: { code: 'out-of-stock', message: 'None is left.' } },
    { code: 'out-of-stock', title: null },
    '409 (out-of-stock: None is left.)',
  ],
])('a refusal carries what %s say', async (_, body, named, said) => {
  const { client } = stage({ 'POST /orders': [json(409, body)] })
  const expected = {
    name: 'OrderRefusedError',
    detail: 'None is left.',
    message: expect.stringContaining(said),
  }
  await expect(client.order(ORDER)).rejects.toMatchObject({ ...expected, ...named })
})

test.each([
  ['7', 7],
  ['86400', 86_400],
  ['Wed, 21 Oct 2026 07:28:09 GMT', 9],
  ['Wednesday, 21-Oct-26 07:28:09 GMT', 9],
  ['Wed, 21 Oct 2026 07:27:00 GMT', null],
  ['-1', null],
  ['soon', null],
])('Retry-After %s is read as %j seconds, a date by the clock of the service', async (value, seconds) => {
  const headers = { 'retry-after': value, date: 'Wed, 21 Oct 2026 07:28:00 GMT' }
  for (const status of [429, 503]) {
    const { client } = stage({ [LOOKUP]: [json(status, {}, headers)] })
    await expect(client.lookup('SHOP:1')).rejects.toMatchObject({ status, retryAfterSeconds: seconds })
  }
})

test('without a Date, Retry-After counts from now', async () => {
  const later = new Date(Date.now() + 60_000).toUTCString()
  const { client } = stage({ [LOOKUP]: [json(429, {}, { 'retry-after': later })] })
  const { retryAfterSeconds } = (await rejectionOf(client.lookup('SHOP:1'))) as RateLimitedError
  expect(retryAfterSeconds).toBeGreaterThan(30)
  expect(retryAfterSeconds).toBeLessThanOrEqual(60)
})

test('a byte-order mark before an answer is passed over, as by the platform', async () => {
  const { client } = stage({ 'GET /ping': [text(200, '\ufeff{"data":{"status":"ok","mode":"TEST"}}')] })
  expect(await client.ping()).toEqual({ status: 'ok', mode: 'TEST' })
})
