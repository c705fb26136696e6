import {
  type AgentOptions,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectSafely } from 'node:tls'

/** A proxy on the way to a target: plain data. */
export type HttpProxy = {
  /** `http:` or `https:`, host and port, without credentials. */
  readonly url: string
  /** The value of `Proxy-Authorization`. It appears in no report and no message. */
  readonly authorization?: string
}

/** The beginning of every message of {@link ProxyError}. */
export const BY_PROXY = 'the proxy '

/** A proxy could not be reached, or refused. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'

  constructor({ url }: HttpProxy, found: string) {
    super(`${BY_PROXY}${url} ${found}`)
  }
}

/** How long a proxy may take to be reached, and as long again to open a tunnel. */
const PATIENCE_MS = 10_000
const IN_TIME = `within ${PATIENCE_MS / 1000} s`

/** The host and port of an http or https address. */
export function endpointOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}

/** @throws {ProxyError} if the proxy can't be reached. */
export function connectToProxy(proxy: HttpProxy): Promise<Socket> {
  const url = new URL(proxy.url)
  const to = { ...endpointOf(url), timeout: PATIENCE_MS }
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const opened = () => resolve(socket.setTimeout(0))
  const isSafe = url.protocol === 'https:'
  const socket = isSafe ? connectSafely({ ...to, servername: to.host }, opened) : connect(to, opened)
  const fail = (found: string) => {
    socket.destroy()
    reject(new ProxyError(proxy, `can't be reached: ${found}`))
  }
  socket.on('error', ({ message }) => fail(message))
  socket.once('timeout', () => fail(`no connection ${IN_TIME}`))
  return promise
}

/**
 * Asks a proxy to open a tunnel to a host (CONNECT; RFC 9110, section 9.3.6).
 *
 * @throws {ProxyError} if the proxy can't be reached, or refuses.
 */
export async function openTunnel(proxy: HttpProxy, host: string, port: number): Promise<Socket> {
  const socket = await connectToProxy(proxy)
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const request = httpRequest({
    method: 'CONNECT',
    path: authority,
    headers: { Host: authority, ...proxyHeaders(proxy) },
    createConnection: () => socket,
    timeout: PATIENCE_MS,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const fail = (found: string) => {
    socket.destroy()
    reject(new ProxyError(proxy, found))
  }
  request.on('connect', ({ statusCode = 0, statusMessage = '' }) => {
    if (statusCode >= 200 && statusCode < 300) resolve(socket)
    else fail(`answered CONNECT ${authority} by ${statusCode} ${statusMessage}`.trimEnd())
  })
  request.on('response', ({ statusCode }) => fail(`answered CONNECT ${authority} by ${statusCode}`))
  request.on('timeout', () => fail(`did not answer CONNECT ${authority} ${IN_TIME}`))
  request.on('error', ({ message }) => fail(`did not answer CONNECT ${authority}: ${message}`))
  request.end()
  return promise
}

/** The headers that are meant for the proxy alone. */
export function proxyHeaders({ authorization }: HttpProxy): Record<string, string> {
  return authorization === undefined ? {} : { 'Proxy-Authorization': authorization }
}

/**
 * The error if an answer comes from the proxy itself, which asks for credentials (RFC 9110, section 15.5.8). Over TLS,
 * every answer is from the target.
 */
export function proxyRefusal(
  { statusCode }: IncomingMessage,
  baseUrl: string,
  proxy: HttpProxy | undefined,
): ProxyError | undefined {
  if (proxy === undefined || statusCode !== 407 || baseUrl.startsWith('https:')) return undefined
  return new ProxyError(proxy, 'answered by 407 Proxy Authentication Required')
}

/** The options by which Node's global agent keeps connections open. */
export const SHARED: AgentOptions = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 }

type Agents = { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }

const shared = new WeakMap<HttpProxy, Agents>()

/** The agents for requests through a proxy. They share connections only if the request may. */
export function agentsBy(proxy: HttpProxy, mayShare: boolean): Agents {
  const options = mayShare ? SHARED : {}
  const agents = (mayShare && shared.get(proxy)) || {
    'http:': connecting(new HttpAgent(options), () => connectToProxy(proxy)),
    'https:': connecting(new HttpsAgent(options), async (to) => {
      const socket = await openTunnel(proxy, String(to.host), Number(to.port))
      return connectSafely({ ...to, socket })
    }),
  }
  if (mayShare) shared.set(proxy, agents)
  return agents
}

function connecting<Kind extends HttpAgent>(
  agent: Kind,
  open: (to: ConnectionOptions) => Promise<Socket>,
): Kind {
  agent.createConnection = (to, connected) => {
    // On failure, Node expects a call with the error alone, which its types don't allow.
    const failed = connected as (cause: Error) => void
    // An agent's options are what TLS accepts. The two types differ only in members that are not used here.
    open(to as ConnectionOptions).then((socket) => connected?.(null, socket), failed)
    return undefined
  }
  return agent
}
