import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { routeWhenListening } from './admin/when-listening.ts'
import { appOf, type MockApp } from './app.ts'
import { isThisMachine } from './guards/addresses.ts'
import { CONNECTION_LIMITS, closerOf, listening, MOST_CONNECTIONS } from './http/listen.ts'
import { type ReportUnreadable, reportUnreadable } from './http/unreadable.ts'
import { assembleMock } from './sandbox/assemble-mock.ts'
import { controlOf, type MockControl } from './sandbox/control.ts'
import { endPages, type MockOptions } from './sandbox/mock.ts'
import type { Certificate } from './tls/tls-server.ts'

/** Where a mock listens, in addition to the options of the mock. */
export type ServeOptions = MockOptions & {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined
  /** Loopback by default. At other addresses `/__mock` needs a token, which is generated unless there is an `adminToken`. */
  readonly host?: string | undefined
  /** The certificate of an https server, with its chain, and its key. Default: it serves http. */
  readonly tls?: Certificate | undefined
  /** Called with what arrived and is not a request at all. */
  readonly onUnreadable?: ReportUnreadable | undefined
  /**
   * Whether the process does nothing else: then `@hono/node-server` puts classes of its own in the place of the global
   * `Request` and `Response`, and the mock answers twice as many requests. Default: no.
   */
  readonly ownsProcess?: boolean
}

/** A mock that listens. */
export type ServedMock = {
  /** The base address for a client on this machine, without a slash at its end. */
  readonly url: string
  /** The token that a call to `/__mock` needs in `Mock-Admin-Token`, unless the mock listens on loopback and the call is from this machine; null if there is none. */
  readonly adminToken: string | null
  /**
   * Waits for answers in progress, and closes every connection. A second call waits for the first. A store from the
   * options stays open.
   */
  close(): Promise<void>
}

const DEFAULT_HOST = '127.0.0.1'

/**
 * Serves a mock over a socket.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} when an allowlist holds no address, or the admin token is too short.
 * @throws {ListenError} when the port is taken or not permitted.
 *
 * @example
 * const mock = await serve({ port: 0 })
 * await fetch(`${mock.url}/ping`, { headers: { Authorization: 'Bearer pk_test_me' } })
 * await mock.close()
 */
export async function serve(options: ServeOptions = {}): Promise<ServedMock & MockControl> {
  const adminToken = options.adminToken ?? tokenBeyondLoopback(options.host)
  const mock = assembleMock(
    { pageScript, ...options, adminToken },
    isThisMachine(options.host ?? DEFAULT_HOST),
  )
  const served = await serveFetch(appOf(mock, routeWhenListening).fetch, options)
  const close = async () => {
    endPages(mock)
    await served.close()
  }
  return { ...controlOf(mock), ...served, adminToken: adminToken ?? null, close }
}

/** The script of the page at `/__mock/`, read when a page is first opened. */
async function pageScript(): Promise<string> {
  const { readScript } = await import('./page-script.ts')
  return readScript()
}

/** A token that nobody knows. Its form is redacted in every text of the kit, as a key is. */
function tokenBeyondLoopback(host = DEFAULT_HOST): string | undefined {
  return isThisMachine(host) ? undefined : `pk_admin_${randomBytes(32).toString('base64url')}`
}

/** Serves anything with a `fetch` the way a mock is served. @throws {ListenError} as {@link serve}. */
export async function serveFetch(
  fetch: Parameters<typeof serverAround>[0],
  options: Pick<ServeOptions, 'port' | 'host' | 'tls' | 'onUnreadable' | 'ownsProcess'> = {},
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

/** A second key, or a second Host, makes a request invalid: by default node:http drops it silently. */
const SERVER_OPTIONS = { ...CONNECTION_LIMITS, joinDuplicateHeaders: true }

/**
 * A mock as a server of `node:http` that does not listen yet: for supertest, which listens by itself for as long as a
 * request takes, or for a program that calls `listen`. It shares orders, clocks and journal with the mock.
 *
 * @param mock what `createMock` returned.
 *
 * @example
 * const mock = createMock()
 * await supertest(serverOf(mock)).get('/ping').auth('pk_test_me', { type: 'bearer' }).expect(200)
 */
export function serverOf({ app }: { readonly app: MockApp }): Server {
  return serverAround(app.fetch)
}

function serverAround(
  fetch: Parameters<typeof getRequestListener>[0],
  create: CreateServer = createServer,
  ownsProcess = false,
): Server {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: ownsProcess })
  const server = create(SERVER_OPTIONS, (request, response) => void listener(request, response))
  server.maxConnections = MOST_CONNECTIONS
  return server
}
