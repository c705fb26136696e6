import { afterAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { serve, serveFetch } from '../serve.ts'
import { newKey, openSandbox, overSocket } from '../testing/behaviour/sandbox.fixture.ts'
import {
  encodeRequest,
  openSocket,
  parseResponse,
  sendBytes,
} from '../testing/requests/wire-request.fixture.ts'

const GARBAGE = Buffer.from('no request at all\r\n\r\n')

const mock = await serve()
afterAll(() => mock.close())

function statusesIn(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
}

describe('what comes after a request over its connection', () => {
  test('gets no answer if the request closes the connection', async () => {
    const text = await sendBytes(mock.url, Buffer.concat([encodeRequest({}, newKey()), GARBAGE]))
    expect(statusesIn(text)).toEqual([200])
  })

  test('gets no second answer when it spoils the body of a request that was refused before its end', async () => {
    const head = 'POST /orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n'
    const large = `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n8000\r\n${'x'.repeat(0x8000)}\r\n`
    const socket = await openSocket(mock.url)
    socket.send(encodeRequest({ raw: head + large }, newKey()))
    await socket.received(/HTTP/)
    socket.send('no chunk\r\n')
    expect(statusesIn(await socket.ended)).toEqual([422])
    socket.destroy()
  })
})

test('a caller that resets its connection after a CONNECT ends nothing but that', async () => {
  for (let times = 0; times < 20; times += 1) {
    const socket = await openSocket(mock.url)
    socket.send('CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    socket.reset()
    await socket.ended
  }
  expect((await openSandbox(overSocket(mock.url)).get('/ping')).status).toBe(200)
})

test.each([
  [
    'throws',
    () => {
      throw new Error('broken for pk_test_me')
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken for pk_test_me'))],
])('the app is at fault, not the call, when it %s', async (_, fetch) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const faulty = await serveFetch(fetch)
  const answer = parseResponse(await sendBytes(faulty.url, encodeRequest({}, newKey())))
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([500, { title: 'The mock has a fault' }])
  expect(errors.mock.calls).toEqual([['partner-purchase mock: a fault of its own: broken for [key]']])
  errors.mockRestore()
  await faulty.close()
})

test('what is not a request reaches no app, and so no journal', async () => {
  const app = createApp()
  const served = await serveFetch(app.fetch)
  await sendBytes(served.url, GARBAGE)
  const journal = await app.request('/__mock/journal')
  expect(await journal.json()).toEqual({ exchanges: [], dropped: null })
  await served.close()
})
