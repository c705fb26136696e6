import { afterAll, expect, test } from 'vitest'
import { CONNECTION_LIMITS, MOST_CONNECTIONS } from '../../http/listen.ts'
import { serve } from '../../serve.ts'
import { newKey, openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'
import { exchangeOverWire, openSocket, parseResponse } from '../requests/wire-request.fixture.ts'

const mock = await serve({ profile: { limits: { bodyBytes: 1024 } } })
afterAll(() => mock.close())

const HEAD = 'POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

test.each([
  ['announced', 'Content-Length: 1000000000000', ''],
  ['in chunks', 'Transfer-Encoding: chunked', `800\r\n${'x'.repeat(2048)}\r\n`],
])('an endless body is refused while it is sent: %s', async (_, framing, beginning) => {
  const socket = await openSocket(mock.url)
  socket.send(`${HEAD}Authorization: Bearer ${newKey()}\r\n${framing}\r\n\r\n${beginning}`)
  const { status, body } = parseResponse(await socket.received(/too-large/))
  expect([status, JSON.parse(body)]).toMatchObject([422, { type: expect.stringMatching(/:too-large$/) }])
  socket.destroy()
})

test('the admin API refuses a body of 10 MB', async () => {
  const body = JSON.stringify({ key: newKey(), advanceSeconds: 1 }).padEnd(10_000_000)
  const answer = await fetch(`${mock.url}/__mock/clock`, { method: 'POST', body }).catch(() => undefined)
  expect(answer?.ok ?? false).toBe(false)
})

test('a purchase with more than 16 KiB of headers buys nothing, and one with half of that is served', async () => {
  const key = newKey()
  const bought = async (count: number) => {
    const headers = { 'X-More': Array<string>(count).fill('x'.repeat(400)) }
    return (await exchangeOverWire(mock.url, { headers }, key)).status
  }
  expect(await bought(50)).toBe(431)
  expect((await openSandbox(overSocket(mock.url), { key }).lookUp('TEST:1')).status).toBe(404)
  expect(await bought(20)).toBe(200)
})

test('a mock takes thousands of connections, and gives a request seconds, not minutes', () => {
  expect(MOST_CONNECTIONS).toBeGreaterThanOrEqual(1_000)
  expect(CONNECTION_LIMITS.headersTimeout).toBeLessThanOrEqual(10_000)
  expect(CONNECTION_LIMITS.requestTimeout).toBeLessThanOrEqual(30_000)
})
