import { afterAll, describe, expect, test } from 'vitest'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import { DEFAULT_LIMITS } from '../../http/listen.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { newKey, openSandbox, overSocket, served } from '../behaviour/sandbox.fixture.ts'
import {
  exchangeOverWire,
  type OpenSocket,
  openSocket,
  parseResponse,
} from '../requests/wire-request.fixture.ts'

/** Long enough for a caller who sends without a pause, even on a machine that is busy. */
const IMPATIENT = { headersTimeoutMs: 300, requestTimeoutMs: 500 }
const [small, hasty] = [
  await serve({ profile: { limits: { bodyBytes: 1024 } } }),
  await serve({ limits: IMPATIENT }),
]
afterAll(() => Promise.all([small.close(), hasty.close()]))

const HEAD = 'POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const authorization = (key = newKey()) => `Authorization: Bearer ${key}\r\n`
const ping = () => `GET /ping HTTP/1.1\r\nHost: localhost\r\n${authorization()}\r\n`

async function sending(url: string, text: string): Promise<OpenSocket> {
  const socket = await openSocket(url)
  socket.send(text)
  return socket
}

async function pinged(mock: ServedMock): Promise<OpenSocket> {
  const socket = await sending(mock.url, ping())
  await socket.received(/"mode":"TEST"/)
  return socket
}

/** Tries until a connection is taken: the mock learns a moment later that another one has gone. */
async function pingedAtLast(mock: ServedMock): Promise<OpenSocket> {
  return pinged(mock).catch(() => pingedAtLast(mock))
}

describe('the number of connections', () => {
  test('one above the limit is closed without an answer, and the others go on', async () => {
    const mock = await served({ limits: { connections: 2 } })
    const kept = [await pinged(mock), await pinged(mock)]
    expect(await (await sending(mock.url, ping())).ended).toBe('')
    for (const socket of kept) {
      socket.send(ping())
      await socket.received(/"mode":"TEST".*"mode":"TEST"/s)
      socket.destroy()
    }
  })

  test('is one fewer as soon as a caller has gone, or was cut off, even if it never closes its side', async () => {
    const mock = await served({ limits: { connections: 1, headersTimeoutMs: 300 } })
    const first = await pinged(mock)
    first.destroy()
    const second = await pingedAtLast(mock)
    second.send('GET /pi')
    expect(await second.ended).toContain('408')
    const next = await pingedAtLast(mock)
    next.destroy()
    second.destroy()
  })

  test('an idle one is closed after a while, without a word', async () => {
    const mock = await served({ limits: { idleMs: 20 } })
    const socket = await sending(mock.url, ping())
    expect((await socket.ended).match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200'])
    socket.destroy()
  })
})

describe('the size of a request', () => {
  /** A purchase with so many headers: five of them are ordinary. */
  const bought = (count: number, value: string, key = newKey()) =>
    exchangeOverWire(small.url, { headers: { 'X-More': Array<string>(count - 5).fill(value) } }, key)

  test.each([
    ['announced', 'Content-Length: 1000000000000', ''],
    ['in chunks', 'Transfer-Encoding: chunked', `800\r\n${'x'.repeat(2048)}\r\n`],
  ])('is refused while a body without an end is sent, %s', async (_, framing, beginning) => {
    const socket = await sending(small.url, `${HEAD}${authorization()}${framing}\r\n\r\n${beginning}`)
    const { status, body } = parseResponse(await socket.received(/too-large/))
    expect([status, JSON.parse(body)]).toMatchObject([422, { type: expect.stringMatching(/:too-large$/) }])
    socket.destroy()
  })

  test('of 10 MB is refused on the mock’s own surface, too, and buys no time', async () => {
    const body = JSON.stringify({ key: newKey(), advanceSeconds: 1 }).padEnd(10_000_000)
    const answer = await fetch(`${small.url}/__mock/clock`, { method: 'POST', body }).catch(() => undefined)
    expect(answer?.ok ?? false).toBe(false)
  })

  test.each([101, 102, 140, 500, 2_000])('of %i headers is refused whole', async (count) => {
    const key = newKey()
    const { status, body } = await bought(count, '', key)
    expect([status, hasErrorShape('problem', JSON.parse(body))]).toEqual([431, true])
    expect((await openSandbox(overSocket(small.url), { key }).lookUp('TEST:1')).status).toBe(404)
  })

  test.each([6, 50, 99, 100])('of %i headers is served with all of them', async (count) => {
    const key = newKey()
    expect((await bought(count, 'more', key)).status).toBe(200)
    const [exchange] = small.journal({ partner: small.partnerOf(key) })
    expect(exchange?.request.headers['x-more']?.split(', ')).toHaveLength(count - 5)
  })

  test('of 16 KiB of headers is refused, that of half of it served', async () => {
    expect((await bought(55, 'x'.repeat(400))).status).toBe(431)
    expect((await bought(25, 'x'.repeat(400))).status).toBe(200)
  })

  test('has the limits that it was started with', async () => {
    const { url } = await served({ limits: { headerCount: 6, headerBytes: 1024 } })
    const statusFor = async (headers: Record<string, string>) =>
      (await exchangeOverWire(url, { headers }, newKey())).status
    expect(await statusFor({ 'X-One': '1' })).toBe(200)
    expect(await statusFor({ 'X-One': '1', 'X-Two': '2' })).toBe(431)
    expect(await statusFor({ 'X-One': 'x'.repeat(1024) })).toBe(431)
  })
})

describe('the time of a request', () => {
  async function expectCut(socket: OpenSocket, shape: 'problem' | 'error-object' = 'problem') {
    const { status, body } = parseResponse(await socket.ended)
    expect([status, hasErrorShape(shape, JSON.parse(body))]).toEqual([408, true])
    socket.destroy()
  }

  // These wait side by side, each over a connection of its own.
  test.concurrent.each([
    ['nothing', ''],
    ['half of its request line', 'POST /ord'],
    ['headers without an end', `${HEAD}X-Slow: 1\r\nX-Slo`],
    ['half of the body that it announced', `${HEAD}Content-Length: 54\r\n\r\n{"partnerReference"`],
    ['half of a body in chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n36\r\n{"partnerReference"`],
  ])('is over for a caller that sends %s', async (_, begun) => {
    await expectCut(await sending(hasty.url, begun))
  })

  test.concurrent('is over for a caller that sends a header at a time, for longer than all of them may take', async () => {
    const socket = await sending(hasty.url, HEAD)
    const drip = setInterval(() => socket.send('X-Slow: 1\r\n'), 10)
    await expectCut(socket)
    clearInterval(drip)
  })

  test.concurrent('is counted for the second request over a connection, too', async () => {
    const socket = await sending(hasty.url, ping() + ping().slice(0, -2))
    expect((await socket.ended).match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
    socket.destroy()
  })

  test('is over in the error shape of the profile', async () => {
    const options = { limits: IMPATIENT, profile: { errors: { body: 'error-object' } } } as const
    const { url } = await served(options)
    await expectCut(await openSocket(url), 'error-object')
  })

  test.concurrent('is over for a purchase in its body: it bought nothing, and the other requests continued', async () => {
    const send = overSocket(hasty.url)
    const [slow, quick] = [openSandbox(send), openSandbox(send)]
    const body = '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'
    const head = `${HEAD}${authorization(slow.key)}Content-Length: ${body.length}\r\n\r\n`
    const socket = await sending(hasty.url, head + body.slice(0, -1))
    const bought = ['TEST:1', 'TEST:2', 'TEST:3'].map((reference) => quick.buy('SCENARIO-AT-ONCE', reference))
    for (const { status } of await Promise.all(bought)) expect(status).toBe(200)
    await expectCut(socket)
    expect((await slow.lookUp('TEST:1')).status).toBe(404)
  })

  test('is not that of its answer: who waits is not cut off', async () => {
    const patient = await served({ limits: IMPATIENT })
    const sandbox = openSandbox(overSocket(patient.url))
    const bought = sandbox.buy('SCENARIO-STALLED', 'TEST:1')
    await patient.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
    await expectCut(await openSocket(patient.url))
    await patient.clockOf(sandbox.key).advance(90)
    expect((await bought).status).toBe(200)
  })
})

test('by default, thousands of connections are taken, and a request has seconds, not minutes', () => {
  expect(DEFAULT_LIMITS.connections).toBeGreaterThanOrEqual(1_000)
  expect(DEFAULT_LIMITS.headersTimeoutMs).toBeLessThanOrEqual(10_000)
  expect(DEFAULT_LIMITS.requestTimeoutMs).toBeLessThanOrEqual(30_000)
})
