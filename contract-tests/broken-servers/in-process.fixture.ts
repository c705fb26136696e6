import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Clock } from '../../contract/clock.ts'
import type { Network, Received, SentRequest } from '../http/http-client.ts'
import type { Answered, Service } from './service.fixture.ts'

/** The timeout of a client. */
const PATIENCE_MS = 15_000

/** Reaches a service in this process without a socket. Only the clock passes time. */
export function networkTo(service: Service, clock: Clock): Network {
  return {
    async dispatch(_, sent, signal) {
      signal?.throwIfAborted()
      const client = { hasLeft: false }
      const answered = await unlessLeft(ask(service, sent, client), clock, PATIENCE_MS, signal)
      if (answered === 'left') {
        client.hasLeft = true
        throw new Error(signal?.aborted ? 'aborted' : `no answer within ${PATIENCE_MS / 1000} s`)
      }
      if (answered === null) throw new Error('the connection was closed')
      return received(answered)
    },
    async cut(_, sent, afterMs, signal) {
      const client = { hasLeft: false }
      const answer = ask(service, sent, client)
      // The client disconnects at once: the service has done only what it does before its first wait.
      const answered = afterMs > 0 ? await unlessLeft(answer, clock, afterMs, signal) : 'left'
      client.hasLeft = true
      return answered === 'left' || answered === null
    },
  }
}

async function unlessLeft<Answer>(
  answer: Promise<Answer>,
  clock: Clock,
  afterMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer | 'left'> {
  const { promise: left, resolve } = Promise.withResolvers<'left'>()
  const leave = () => resolve('left')
  const cancel = clock.after(afterMs, leave)
  signal?.addEventListener('abort', leave)
  try {
    return await Promise.race([answer, left])
  } finally {
    // An alarm that nobody needs would still advance the time.
    cancel()
    signal?.removeEventListener('abort', leave)
  }
}

type Client = { hasLeft: boolean }

function ask(service: Service, { method, target, headers, body }: SentRequest, client: Client) {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const hasLeft = () => client.hasLeft
  return service.answer({ method, target, headers: Object.fromEntries(lowerCase), body, hasLeft })
}

function received({ status, headers = {}, body }: NonNullable<Answered>): Received {
  if (body === undefined) return { status, headers, body: '' }
  if (typeof body === 'string') return { status, headers, body }
  const json = JSON.stringify(body)
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: json }
}

type ServedService = AsyncDisposable & { readonly baseUrl: string }

/**
 * Serves a service at a port of this machine.
 *
 * @example
 * await using server = await overSocket(new SmallService(systemClock))
 */
export async function overSocket(service: Service): Promise<ServedService> {
  const server = createServer((request, response) => void serve(service, request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const client = { hasLeft: false }
  response.once('close', () => (client.hasLeft = !response.writableFinished))
  const { method = '', url = '' } = request
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  const sent = { operation: null, method, target: url, headers: Object.fromEntries(headers) }
  const body = (await text(request).catch(() => '')) || null
  const answered = await ask(service, { ...sent, body }, client)
  if (answered === null) return void request.socket.destroy()
  const { status, headers: named, body: content } = received(answered)
  response.writeHead(status, named).end(content)
}
