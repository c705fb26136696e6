import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedMock, serve } from '../../serve.ts'
import { newKey } from '../behaviour/sandbox.fixture.ts'
import { parseResponse } from '../requests/wire-request.fixture.ts'
import { openSocket } from './open-socket.fixture.ts'

const LIMIT = 1024

let mock: ServedMock
beforeAll(async () => {
  mock = await serve({ profile: { limits: { bodyBytes: LIMIT } } })
})
afterAll(() => mock.close())

describe('a body without an end is refused while it is sent', () => {
  test.each([
    ['announced', 'Content-Length: 1000000000000', ''],
    ['in chunks', 'Transfer-Encoding: chunked', `800\r\n${'x'.repeat(2048)}\r\n`],
  ])('%s', async (_, framing, beginning) => {
    const socket = await openSocket(mock.url)
    const head = `POST /orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${newKey()}\r\nContent-Type: application/json`
    socket.send(`${head}\r\n${framing}\r\n\r\n${beginning}`)
    const answer = parseResponse(await socket.received(/too-large/))
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      422,
      { type: 'urn:partner-purchase:problem:too-large' },
    ])
    socket.destroy()
  })
})

test('a body of 10 MB is refused on the mock’s own surface, too, and buys no time', async () => {
  const body = JSON.stringify({ key: newKey(), advanceSeconds: 1 }).padEnd(10_000_000)
  const answer = await fetch(`${mock.url}/__mock/clock`, { method: 'POST', body }).catch(() => undefined)
  expect(answer?.ok ?? false).toBe(false)
})
