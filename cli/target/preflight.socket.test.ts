import { createServer as createHttpServer } from 'node:http'
import { createSecureServer as createHttp2SecureServer, createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { portOf } from '../../contract/testing/listening.fixture.ts'
import { CERTIFICATE } from '../../mock-server/tls/certificate.fixture.ts'
import { unansweredReason, unreachableReason } from './preflight.ts'

/** A server that does something with each connection after the client's first bytes. */
const speaking = (speak: (socket: Socket) => void): Server =>
  createTcpServer((socket) => socket.on('error', () => {}).once('data', () => speak(socket)))

const SERVERS = {
  http: () => createHttpServer((_, response) => response.end('{}')),
  https: () => createHttpsServer(CERTIFICATE, (_, response) => response.end('{}')),
  'HTTP/2 only': () => createHttp2Server((_, response) => response.end('{}')),
  'HTTP/2 only over TLS': () => createHttp2SecureServer(CERTIFICATE, (_, response) => response.end('{}')),
  reset: () => speaking((socket) => socket.resetAndDestroy()),
  garbage: () => speaking((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
  'https that says so': () =>
    createHttpServer((_, response) =>
      response.writeHead(400).end('<h1>The plain HTTP request was sent to HTTPS port</h1>'),
    ),
  'a large head': () =>
    createHttpServer((_, response) => response.setHeader('X-Policy', 'x'.repeat(17_000)).end('{}')),
  'http that refuses': () => createHttpServer((_, response) => response.writeHead(400).end('{"title":"no"}')),
} as const satisfies Record<string, () => Server>

describe('a target gives no answer, and the message has reason and remedy,', () => {
  test.for([
    [
      'https',
      'https',
      'its certificate is self-signed, and this machine does not trust it',
      'NODE_EXTRA_CA_CERTS',
    ],
    ['https', 'http', 'what answers there does not speak TLS', 'write http:// in --base-url'],
    ['https', 'HTTP/2 only over TLS', 'speaks HTTP/2 only, and the kit speaks HTTP/1.1', 'HTTP/1.1 as well'],
    ['https', 'reset', 'the connection was closed before an answer came', 'Check --base-url'],
    ['https', 'garbage', 'what answers there does not speak TLS', ''],
    ['http', 'https', 'the port speaks https', 'Write https:// in --base-url'],
    ['http', 'https that says so', 'the port speaks https', 'Write https:// in --base-url'],
    ['http', 'reset', 'the connection was closed before an answer came', 'Check --base-url'],
    ['http', 'a large head', 'the head of the answer is larger than 16384 bytes', 'fewer or shorter headers'],
    ['http', 'garbage', 'what answers there does not speak HTTP/1.1', ''],
    ['http', 'HTTP/2 only', 'what answers there does not speak HTTP/1.1', ''],
  ] as const)('where %s meets %s', async ([scheme, name, cause, remedy], context) => {
    const url = `${scheme}://127.0.0.1:${await portOf(SERVERS[name](), context)}`
    const reason = await unansweredReason({ baseUrl: url })
    expect(reason).toMatch(cause)
    expect(reason).toContain(remedy)
    expect(reason).toContain(url)
  })
})

describe('a target can be judged', () => {
  test.for(['http', 'http that refuses'] as const)('where it is %s', async (name, context) => {
    const url = `http://127.0.0.1:${await portOf(SERVERS[name](), context)}`
    expect(await unansweredReason({ baseUrl: url })).toBeUndefined()
  })

  test('where only its first connection was reset', async (context) => {
    let connections = 0
    const server = createHttpServer((request, response) => {
      connections += 1
      if (connections === 1) request.socket.resetAndDestroy()
      else response.end('{}')
    })
    expect(
      await unansweredReason({ baseUrl: `http://127.0.0.1:${await portOf(server, context)}` }),
    ).toBeUndefined()
  })

  test('where it closes the connection of a caller without a key, and answers one with a key', async (context) => {
    const server = createHttpServer(({ headers, socket }, response) => {
      if (headers['x-partner-key'] === undefined) socket.destroy()
      else response.end('{}')
    })
    const baseUrl = `http://127.0.0.1:${await portOf(server, context)}`
    const profile = resolveProfile({ auth: { header: 'X-Partner-Key', format: '{key}' } })
    expect(await unansweredReason({ baseUrl }, { apiKey: 'pk_test_me', profile })).toBeUndefined()
    expect(await unansweredReason({ baseUrl })).toContain('was closed before an answer came')
  })

  test('and that it can be reached is found without a request', async (context) => {
    const arrived: string[] = []
    const server = createHttpServer((request) => void arrived.push(request.url ?? ''))
    expect(
      await unreachableReason({ baseUrl: `http://127.0.0.1:${await portOf(server, context)}` }),
    ).toBeUndefined()
    expect(arrived).toEqual([])
  })
})
