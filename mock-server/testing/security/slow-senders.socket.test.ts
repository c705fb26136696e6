import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_LIMITS } from '../../http/connection-limits.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { newKey, openSandbox, overSocket } from '../behaviour/sandbox.fixture.ts'
import { parseResponse } from '../requests/wire-request.fixture.ts'
import { openSocket } from './open-socket.fixture.ts'

/** Long enough for a caller who sends without a pause, even on a machine that is busy. */
const IMPATIENT = { headersTimeoutMs: 300, requestTimeoutMs: 500 }
const HEAD = 'POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

let mock: ServedMock
beforeAll(async () => {
  mock = await serve({ limits: IMPATIENT })
})
afterAll(() => mock.close())

function expectCut(text: string, shape: Profile['errors']['body'] = 'problem'): void {
  const answer = parseResponse(text)
  expect(answer.status).toBe(408)
  expect(hasErrorShape(shape, JSON.parse(answer.body))).toBe(true)
}

describe('a caller is cut off with 408, in the error shape, that sends', () => {
  test.each([
    ['nothing', ''],
    ['half of its request line', 'POST /ord'],
    ['headers without an end', `${HEAD}X-Slow: 1\r\nX-Slo`],
    ['half of the body that it announced', `${HEAD}Content-Length: 54\r\n\r\n{"partnerReference"`],
    ['half of a body in chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n36\r\n{"partnerReference"`],
  ])('%s', async (_, begun) => {
    const socket = await openSocket(mock.url)
    socket.send(begun)
    expectCut(await socket.ended)
    socket.destroy()
  })

  test('a header at a time, for longer than all of them may take', async () => {
    const socket = await openSocket(mock.url)
    socket.send(HEAD)
    const drip = setInterval(() => socket.send('X-Slow: 1\r\n'), 10)
    const text = await socket.ended
    clearInterval(drip)
    expectCut(text)
    socket.destroy()
  })

  test('its second request no further, after the first was served', async () => {
    const socket = await openSocket(mock.url)
    const head = `Host: localhost\r\nAuthorization: Bearer ${newKey()}\r\n`
    socket.send(`GET /ping HTTP/1.1\r\n${head}\r\nGET /ping HTTP/1.1\r\n${head}`)
    const text = await socket.ended
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
    socket.destroy()
  })
})

test('the shape is that of the profile', async () => {
  const other = await serve({ limits: IMPATIENT, profile: { errors: { body: 'error-object' } } })
  const socket = await openSocket(other.url)
  expectCut(await socket.ended, 'error-object')
  socket.destroy()
  await other.close()
})

test('a purchase that was cut off in its body bought nothing, and the other requests continued', async () => {
  const send = overSocket(mock.url)
  const [slow, quick] = [openSandbox(send), openSandbox(send)]
  const socket = await openSocket(mock.url)
  const body = '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'
  const head = `${HEAD}Authorization: Bearer ${slow.key}\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.send(head + body.slice(0, -1))
  const purchases = ['TEST:1', 'TEST:2', 'TEST:3'].map((reference) =>
    quick.buy('SCENARIO-AT-ONCE', reference),
  )
  for (const { status } of await Promise.all(purchases)) expect(status).toBe(200)
  expectCut(await socket.ended)
  expect((await slow.lookUp('TEST:1')).status).toBe(404)
  socket.destroy()
})

test('an answer may take longer than its request could: who waits is not cut off', async () => {
  const patient = await serve({ limits: IMPATIENT })
  const sandbox = openSandbox(overSocket(patient.url))
  const bought = sandbox.buy('SCENARIO-STALLED', 'TEST:1')
  await patient.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
  const cut = await openSocket(patient.url)
  expectCut(await cut.ended)
  cut.destroy()
  await patient.clockOf(sandbox.key).advance(90)
  expect((await bought).status).toBe(200)
  await patient.close()
})

test('by default a mock waits for seconds, not for minutes', () => {
  expect(DEFAULT_LIMITS.headersTimeoutMs).toBeLessThanOrEqual(10_000)
  expect(DEFAULT_LIMITS.requestTimeoutMs).toBeLessThanOrEqual(30_000)
})
