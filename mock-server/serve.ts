import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { resolveProfile } from '../contract/parse-profile.ts'
import { createApp } from './app.ts'
import { answerMalformed, malformedResponse } from './malformed.ts'
import type { MockOptions } from './mock.ts'

/** Where a mock listens, besides what it is made of. */
export type ServeOptions = MockOptions & {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Loopback by default. */
  readonly host?: string
}

/** A mock that listens. */
export type ServedMock = {
  /** The base address, without a slash at its end. */
  readonly url: string
  /** Lets answers that are under way end, and closes every connection. */
  close(): Promise<void>
}

/** A port that can't be listened on: says which, why, and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Longer than the pools of usual clients keep a connection: they would find it closed under their request. */
const KEEP_ALIVE_MS = 75_000
const LAST_ANSWERS_MS = 2_000

/**
 * Serves a mock over a socket.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {ListenError} when the port is taken or not permitted.
 *
 * @example
 * const mock = await serve({ port: 0 })
 * await fetch(`${mock.url}/ping`, { headers: { Authorization: 'Bearer pk_test_me' } })
 * await mock.close()
 */
export async function serve(options: ServeOptions = {}): Promise<ServedMock> {
  return serveFetch(createApp(options).fetch, options)
}

/**
 * Serves anything with a `fetch` the way a mock is served: a mock behind a wrapper, for example.
 *
 * @throws {ListenError} as {@link serve}.
 */
export async function serveFetch(
  fetch: Parameters<typeof getRequestListener>[0],
  { port = 0, host = '127.0.0.1', profile = {} }: Pick<ServeOptions, 'port' | 'host' | 'profile'> = {},
): Promise<ServedMock> {
  const shape = resolveProfile(profile).errors.body
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => malformedResponse(shape),
  })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener)
  answerMalformed(server, shape)
  await listening(server, port, host)
  const { address, family, port: taken } = server.address() as AddressInfo
  const name = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${name}:${taken}`, close: () => closed(server) }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(listenError(cause, port, host)))
    server.listen(port, host, resolve)
  })
}

function listenError(cause: NodeJS.ErrnoException, port: number, host: string): ListenError {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'the port is taken. Stop what listens there, choose another --port, or 0 for any free one',
    EACCES: 'the port is not permitted to this user. Choose a --port above 1023',
    EADDRNOTAVAIL: 'this machine has no such address. Choose another --host',
    ENOTFOUND: 'the host name is not known. Choose another --host',
  }
  const reason = reasons[cause.code ?? ''] ?? cause.message
  return new ListenError(`Can't listen on ${host}:${port}: ${reason}.`, { cause })
}

function closed(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  return new Promise((resolve, reject) => {
    server.close((error) => {
      clearTimeout(cut)
      error === undefined ? resolve() : reject(error)
    })
    server.closeIdleConnections()
  })
}
