import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { CONNECTION_LIMITS, closerOf, listening, MOST_CONNECTIONS } from './http/listen.ts'
import { type ReportUnreadable, reportUnreadable } from './http/unreadable.ts'
import type { Certificate } from './tls/tls-server.ts'

/** Where something listens, and how. */
export type ServeFetchOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined
  /** Loopback by default. At other addresses `/__mock` needs a token: the `adminToken`, or a generated one. */
  readonly host?: string | undefined
  /** The certificate of an https server, with its chain, and its key. Default: it serves http. */
  readonly tls?: Certificate | undefined
  /** Called with what arrived and is not a request at all. */
  readonly onUnreadable?: ReportUnreadable | undefined
  /**
   * Whether the process does nothing else. Then `@hono/node-server` replaces the global `Request` and `Response`, and
   * the mock answers twice as many requests. Default: no.
   */
  readonly ownsProcess?: boolean
}

/** A mock that listens. */
export type ServedMock = {
  /** The base address for a client on this machine, without a slash at its end. */
  readonly url: string
  /** The token for calls to `/__mock`, in `Mock-Admin-Token`; null if only calls of this machine are possible. */
  readonly adminToken: string | null
  /**
   * Waits for answers in progress, and closes every connection. A second call waits for the first. A store from the
   * options stays open.
   */
  close(): Promise<void>
}

export const DEFAULT_HOST = '127.0.0.1'

/** Serves anything with a `fetch` the way a mock is served. @throws {ListenError} as {@link serve}. */
export async function serveFetch(
  fetch: Parameters<typeof serverAround>[0],
  options: ServeFetchOptions = {},
): Promise<ServedMock> {
  const { port = 0, host = DEFAULT_HOST, tls, ownsProcess } = options
  const create = tls === undefined ? createServer : await creatorOver(tls, options.onUnreadable)
  const server = serverAround(fetch, create, ownsProcess)
  if (options.onUnreadable !== undefined) reportUnreadable(server, options.onUnreadable)
  const close = closerOf(server)
  const reached = await listening(server, port, host)
  return { url: `http${tls === undefined ? '' : 's'}://${reached}`, adminToken: null, close }
}

type CreateServer = (settings: ServerOptions, answer: RequestListener) => Server

async function creatorOver(
  tls: Certificate,
  onUnreadable: ReportUnreadable = () => {},
): Promise<CreateServer> {
  const { tlsServer } = await import('./tls/tls-server.ts')
  return (settings, answer) => tlsServer(settings, tls, answer, onUnreadable)
}

/** A second key or Host makes a request invalid: by default node:http would drop it silently. */
const SERVER_OPTIONS = { ...CONNECTION_LIMITS, joinDuplicateHeaders: true }

export function serverAround(
  fetch: Parameters<typeof getRequestListener>[0],
  create: CreateServer = createServer,
  ownsProcess = false,
): Server {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: ownsProcess })
  const server = create(SERVER_OPTIONS, (request, response) => void listener(request, response))
  server.maxConnections = MOST_CONNECTIONS
  return server
}
