import { type Agent, type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectSafely } from 'node:tls'
import { connectToProxy, type HttpProxy, openTunnel } from './proxy.ts'

type Connected = Parameters<Agent['createConnection']>[1]

/** Gives an agent the connection that it waits for, or the reason why it failed. */
function handOver(opening: Promise<Duplex>, connected: Connected): void {
  // Node calls it with an error alone, as its types have no form for.
  const failed = connected as (cause: Error) => void
  opening.then((socket) => connected?.(null, socket), failed)
}

/** As the platform keeps connections open for requests that may share one. */
export const SHARED: AgentOptions = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 }

/** Sends every request over a connection to a proxy. */
class HttpByProxy extends HttpAgent {
  readonly #proxy: HttpProxy

  constructor(proxy: HttpProxy, options?: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(_: ClientRequestArgs, connected: Connected): undefined {
    handOver(connectToProxy(this.#proxy), connected)
  }
}

/** Sends every request over TLS, through a tunnel that a proxy opens. */
class HttpsByProxy extends HttpsAgent {
  readonly #proxy: HttpProxy

  constructor(proxy: HttpProxy, options?: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(options: RequestOptions, connected: Connected): undefined {
    const tunnel = openTunnel(this.#proxy, String(options.host), Number(options.port))
    // What an agent hands to a connection is what TLS takes; the types of the two differ in names that are not used.
    const to = options as ConnectionOptions
    handOver(
      tunnel.then((socket) => connectSafely({ ...to, socket })),
      connected,
    )
  }
}

type Agents = { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }

const agentsOf = (proxy: HttpProxy, options?: AgentOptions): Agents => ({
  'http:': new HttpByProxy(proxy, options),
  'https:': new HttpsByProxy(proxy, options),
})

const shared = new WeakMap<HttpProxy, Agents>()

/** The agents for requests by a proxy: each with a connection of its own, or such as share their connections. */
export function proxyAgents(proxy: HttpProxy, { mayShare }: { readonly mayShare: boolean }): Agents {
  if (!mayShare) return agentsOf(proxy)
  const agents = shared.get(proxy) ?? agentsOf(proxy, SHARED)
  shared.set(proxy, agents)
  return agents
}
