import { once } from 'node:events'
import { request } from 'node:https'
import { connect } from 'node:net'
import { connect as connectSafely } from 'node:tls'
import { describe, expect, type TestContext, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Unreadable } from '../http/unreadable.ts'
import { serveFetch } from '../serve.ts'
import { makeCertificate } from './make-certificate.ts'

const certificate = makeCertificate()

type Context = Pick<TestContext, 'onTestFinished'>

/** A mock over https or http, and what arrives there that is not a request. */
async function startMock({ onTestFinished }: Context, tls?: typeof certificate) {
  const { promise: unreadable, resolve } = Promise.withResolvers<Unreadable>()
  const mock = await serveFetch(createApp().fetch, { tls, onUnreadable: resolve })
  onTestFinished(() => mock.close())
  return { url: mock.url, port: Number(new URL(mock.url).port), unreadable }
}

function call(url: string, { body, ca = certificate.authority }: { body?: string; ca?: string } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { Authorization: 'Bearer pk_test_tls', 'Content-Type': 'application/json' }
  const sent = request(url, { ca, headers, method: body === undefined ? 'GET' : 'POST', agent: false })
  sent.on('response', async (response) => resolve(String(await response.toArray())))
  sent.on('error', reject).end(body)
  return promise
}

describe('a mock over https', () => {
  test.for(['localhost', '127.0.0.1'])(
    'answers a client that trusts its authority, as %s',
    async (host, context) => {
      const { port } = await startMock(context, certificate)
      expect(await call(`https://${host}:${port}/ping`)).toContain('"mode":"TEST"')
    },
  )

  test('is not trusted by a client that knows the authority of another', async (context) => {
    const { url } = await startMock(context, certificate)
    await expect(call(`${url}/ping`, { ca: makeCertificate().authority })).rejects.toThrow('verif')
  })

  test('resets a connection if a scenario says so', async (context) => {
    const { url } = await startMock(context, certificate)
    const body = JSON.stringify({ partnerReference: 'TLS:1', sku: 'SCENARIO-LOST-AFTER' })
    await expect(call(`${url}/orders`, { body })).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await call(`${url}/orders`, { body })).toContain('PROCESSING')
  })
})

describe('what is not an HTTP request is reported to the caller of serve:', () => {
  test.for([
    ['TLS at a port of http', 'tls-to-http', undefined, (port) => connectSafely({ port, host: '127.0.0.1' })],
    ['HTTP/2 without TLS', 'http2', undefined, (port) => speaking(port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['garbage', 'malformed', undefined, (port) => speaking(port, 'no request at all\r\n\r\n')],
    [
      'plain http at a port of https',
      'http-to-tls',
      certificate,
      (port) => speaking(port, 'GET /ping HTTP/1.1\r\n\r\n'),
    ],
    [
      'a connection over TLS that is closed without a request',
      'no-request',
      certificate,
      (port) => {
        const socket = connectSafely({ port, host: '127.0.0.1', rejectUnauthorized: false })
        return socket.once('secureConnect', () => socket.end())
      },
    ],
  ] as const satisfies readonly [
    string,
    Unreadable['kind'],
    typeof certificate | undefined,
    (port: number) => object,
  ][])('%s', async ([, kind, tls, speak], context) => {
    const { port, unreadable } = await startMock(context, tls)
    const socket = speak(port).on('error', () => {})
    expect((await unreadable).kind).toBe(kind)
    socket.destroy()
  })

  test('a client that ends the handshake, and why', async (context) => {
    const { port, unreadable } = await startMock(context, certificate)
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
