import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, type TestContext, test } from 'vitest'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { connectionFailure, failureText } from './connection-failure.ts'
import { ACCEPTED_CODINGS, type SentRequest, socketNetwork } from './http-client.ts'
import { endpointOf } from './proxy.ts'

const READ: SentRequest = {
  operation: 'ping',
  method: 'GET',
  target: '/ping',
  headers: { 'Accept-Encoding': ACCEPTED_CODINGS },
  body: null,
}
const overSocket = socketNetwork().dispatch
const TEXT = '{"data":{"status":"ok","mode":"TEST"}}'

async function served(listener: RequestListener, { onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const server = createServer(listener)
  return `http://127.0.0.1:${await portOf(server, { onTestFinished })}`
}

const sends =
  (coding: string, body: Uint8Array): RequestListener =>
  (_, response) =>
    response.setHeader('Content-Encoding', coding).end(body)

const COMPRESSORS: Record<string, (text: string) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}

describe('an answer is read', () => {
  test.for(Object.entries(COMPRESSORS))(
    'from a server that compresses with %s on request',
    async ([coding, compress], context) => {
      const url = await served((request, response) => {
        const accepted = String(request.headers['accept-encoding']).split(', ')
        if (!accepted.includes(coding)) return void response.end('{}')
        response.setHeader('Content-Encoding', coding).end(compress(TEXT))
      }, context)
      expect((await overSocket(url, READ)).body).toBe(TEXT)
    },
  )

  test.for([
    ['gzip, which was not asked for', 'GZIP', gzipSync(TEXT)],
    ['gzip by its old name', 'x-gzip', gzipSync(TEXT)],
    ['raw deflate', 'deflate', deflateRawSync(TEXT)],
    ['two codings', 'gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['the coding identity', 'identity', Buffer.from(TEXT)],
    ['plain text after a byte-order mark', 'identity', Buffer.from(`\ufeff${TEXT}`)],
    ['gzip, without a body', 'gzip', Buffer.alloc(0)],
  ] as const)('that comes in %s', async ([, coding, bytes], context) => {
    const url = await served(sends(coding, bytes), context)
    const { status, body, hasMark } = await overSocket(url, { ...READ, headers: {} })
    expect(hasMark).toBe(bytes.toString().startsWith('\ufeff'))
    expect({ status, body }).toEqual({ status: 200, body: bytes.length === 0 ? '' : TEXT })
  })
})

describe('an error names the reason for', () => {
  test.for([
    [
      'a gzip stream that breaks off',
      'gzip',
      gzipSync(TEXT).subarray(0, 20),
      "its gzip body can't be decoded",
    ],
    ['a gzip body that is not gzip', 'gzip', Buffer.from(TEXT), "its gzip body can't be decoded"],
    ['a coding that was not asked for', 'zstd', Buffer.from(TEXT), 'only gzip, deflate, br were asked for'],
    [
      'a small body that decompresses to a large one',
      'gzip',
      gzipSync(Buffer.alloc(5 * 1024 * 1024)),
      'larger than 4 MiB',
    ],
    ['a large body', 'identity', Buffer.alloc(5 * 1024 * 1024), 'larger than 4 MiB'],
  ] as const)('%s', async ([, coding, bytes, reason], context) => {
    const url = await served(sends(coding, bytes), context)
    await expect(overSocket(url, READ)).rejects.toThrow(reason)
  })

  test('an answer that breaks off', async (context) => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{')
      setTimeout(() => response.destroy(), 5)
    }, context)
    await expect(overSocket(url, READ)).rejects.toThrow('the answer broke off')
  })
})

test('a request in progress is cancelled when its signal aborts', async (context) => {
  const stop = new AbortController()
  const url = await served(() => stop.abort(), context)
  await expect(overSocket(url, READ, stop.signal)).rejects.toThrow('aborted')
})

describe('if a kept-alive connection turns out to be closed', () => {
  /** Answers the first request of each connection, and closes at the second. */
  function closesAtTheSecond(arrived: string[]): RequestListener {
    const known = new WeakSet<object>()
    return (request, response) => {
      arrived.push(request.method ?? '')
      if (known.has(request.socket)) return void request.socket.destroy()
      known.add(request.socket)
      response.end(TEXT)
    }
  }

  test('a read is sent again', async (context) => {
    const arrived: string[] = []
    const url = await served(closesAtTheSecond(arrived), context)
    await overSocket(url, READ)
    expect((await overSocket(url, READ)).body).toBe(TEXT)
    expect(arrived).toEqual(['GET', 'GET', 'GET'])
  })

  test('a purchase is not sent again, since it never shares a connection', async (context) => {
    const arrived: string[] = []
    const url = await served(closesAtTheSecond(arrived), context)
    await overSocket(url, READ)
    const { body } = await overSocket(url, { ...READ, method: 'POST', target: '/orders', body: '{}' })
    expect(body).toBe(TEXT)
    expect(arrived).toEqual(['GET', 'POST'])
  })
})

test('a request whose connection never opens ends with its run', async (context) => {
  // A server that never answers the TLS handshake.
  const server = createTcpServer()
  const url = `https://127.0.0.1:${await portOf(server, context)}`
  const run = new AbortController()
  const cut = socketNetwork().cut(
    url,
    { ...READ, method: 'POST', target: '/orders', body: '{}' },
    0,
    run.signal,
  )
  await once(server, 'connection')
  run.abort()
  await expect(cut).resolves.toBe(true)
})

test.each([
  ['http://api.example', 'api.example', 80],
  ['https://api.example', 'api.example', 443],
  ['http://[::1]:4010', '::1', 4010],
])('the URL %s is at host %s, port %i', (url, host, port) => {
  expect(endpointOf(new URL(url))).toEqual({ host, port })
})

const SERVICE = 'https://api.example.com'

test.for([
  ['certificate has expired (CERT_HAS_EXPIRED)', 'its certificate has expired', 'Have it renewed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name', 'Use a name that it is for'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an authority that this machine does not know', 'NODE_EXTRA_CA_CERTS'],
  ['write EPROTO … sslv3 alert handshake failure', 'the handshake failed', 'Check --base-url'],
  ['getaddrinfo ENOTFOUND api.example.com', 'the host name is not known', 'Check --base-url'],
  ['no connection within 10 s', 'no connection came about in time', 'Check --base-url'],
] as const)('the failure "%s" is explained with a remedy', ([failure, cause, remedy]) => {
  const said = connectionFailure(failure, SERVICE)
  expect(said).toContain(`${SERVICE}: `)
  expect(said).toContain(cause)
  expect(said).toContain(remedy)
})

test('a closed connection over http suggests https', () => {
  expect(connectionFailure('socket hang up (ECONNRESET)', 'http://127.0.0.1:1')).toContain('write https://')
  expect(connectionFailure('socket hang up (ECONNRESET)', SERVICE)).not.toContain('write http')
})

test('the text of a failure contains its code once', () => {
  expect(failureText({ name: 'Error', message: 'socket hang up', code: 'ECONNRESET' })).toBe(
    'socket hang up (ECONNRESET)',
  )
  expect(failureText({ name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' })).toBe(
    'read ECONNRESET',
  )
})
