import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import supertest from 'supertest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Unreadable } from '../http/unreadable.ts'
import { serveFetch } from '../serve-fetch.ts'
import { CERTIFICATE } from './certificate.fixture.ts'

/** Starts a mock over https or http. `unreadable` is the first thing that arrives and is no request. */
async function startMock(tls?: typeof CERTIFICATE) {
  const { promise: unreadable, resolve } = Promise.withResolvers<Unreadable>()
  const mock = await serveFetch(createApp().fetch, { tls, onUnreadable: resolve })
  onTestFinished(() => mock.close())
  return { url: mock.url, port: Number(new URL(mock.url).port), unreadable }
}

function callerOf(url: string, trusted = CERTIFICATE.cert) {
  return supertest.agent(url).auth('pk_test_tls', { type: 'bearer' }).ca(trusted)
}

describe('a mock over https', () => {
  test.for(['localhost', '127.0.0.1'])(
    'answers a client that trusts its certificate, as %s',
    async (host) => {
      const { port } = await startMock(CERTIFICATE)
      const caller = callerOf(`https://${host}:${port}`)
      await caller.get('/ping').expect(200, /"mode":"TEST"/)
    },
  )

  test('is refused by a client that does not trust its certificate', async () => {
    const { url } = await startMock(CERTIFICATE)
    await expect(callerOf(url, '').get('/ping')).rejects.toThrow('self-signed')
  })

  test('resets a connection if a scenario says so', async () => {
    const { url } = await startMock(CERTIFICATE)
    const buy = () =>
      callerOf(url).post('/orders').send({ partnerReference: 'TLS:1', sku: 'SCENARIO-LOST-AFTER' })
    await expect(buy()).rejects.toMatchObject({ code: 'ECONNRESET' })
    await buy().expect(200, /PROCESSING/)
  })
})

describe('what is no HTTP request is reported:', () => {
  test.for<[what: string, Unreadable['kind'], typeof CERTIFICATE | undefined, (port: number) => Socket]>([
    ['TLS at a port of http', 'tls-to-http', undefined, (port) => connectSafely({ port, host: '127.0.0.1' })],
    ['HTTP/2 without TLS', 'http2', undefined, (port) => speaking(port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['garbage', 'malformed', undefined, (port) => speaking(port, 'no request at all\r\n\r\n')],
    [
      'plain http at a port of https',
      'http-to-tls',
      CERTIFICATE,
      (port) => speaking(port, 'GET /ping HTTP/1.1\r\n\r\n'),
    ],
    [
      'a connection over TLS that is closed without a request',
      'no-request',
      CERTIFICATE,
      (port) => {
        const socket = connectSafely({ port, host: '127.0.0.1', rejectUnauthorized: false })
        return socket.once('secureConnect', () => socket.end())
      },
    ],
  ])('%s', async ([, kind, tls, speak]) => {
    const { port, unreadable } = await startMock(tls)
    const socket = speak(port).on('error', () => {})
    expect((await unreadable).kind).toBe(kind)
    socket.destroy()
  })

  test('a failed handshake, with its reason', async () => {
    const { port, unreadable } = await startMock(CERTIFICATE)
    const socket = connectSafely({
      port,
      host: '127.0.0.1',
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    await once(socket, 'error')
    expect((await unreadable).kind).toBe('handshake')
  })
})

function speaking(port: number, text: string) {
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => socket.write(text))
  return socket
}
