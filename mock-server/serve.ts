import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { resolveProfile } from '../contract/parse-profile.ts'
import type { Profile } from '../contract/profile.ts'
import { createApp } from './app.ts'
import { faultAnswer } from './fault-answer.ts'
import { listening } from './listen.ts'
import { answerMalformed, malformedResponse } from './malformed.ts'
import type { MockOptions } from './mock.ts'
import { closerOf } from './shut-down.ts'

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
  /** Lets answers that are under way end, and closes every connection. A second call waits for the first. */
  close(): Promise<void>
}

const SERVER_OPTIONS = {
  /** Longer than the pools of usual clients keep a connection: they would find it closed under their request. */
  keepAliveTimeout: 75_000,
  /** A request without a Host gets further than node:http's own answer, which has no body. */
  requireHostHeader: false,
  /** A second Host spoils the first (RFC 9112, section 3.2); by default it would be dropped unseen. */
  joinDuplicateHeaders: true,
}

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
    errorHandler: (error) =>
      error instanceof RequestError ? malformedResponse(shape) : faultResponse(shape, error),
  })
  const server = createServer(SERVER_OPTIONS, listener)
  answerMalformed(server, shape)
  const close = closerOf(server)
  await listening(server, port, host)
  const { address, family, port: taken } = server.address() as AddressInfo
  const name = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${name}:${taken}`, close }
}

function faultResponse(shape: Profile['errors']['body'], fault: unknown): Response {
  const { contentType, status, body } = faultAnswer(
    shape,
    fault instanceof Error ? fault : new Error(String(fault)),
  )
  return new Response(body, { status, headers: { 'Content-Type': contentType } })
}
