import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type HttpProxy, proxyHeaders } from './proxy.ts'
import { proxyAgents, SHARED } from './proxy-agents.ts'

/** How a request is sent. */
export type Opening = Pick<RequestOptions, 'method' | 'signal'> & {
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it may use a connection that others use. */
  readonly mayShare: boolean
  readonly proxy: HttpProxy | undefined
}

/** What the platform does by itself may depend on the environment of the process; these agents don't. */
const DIRECT = {
  'http:': new HttpAgent(SHARED),
  'https:': new HttpsAgent(SHARED),
}

/** Opens a request to an address of http or https, directly or by a proxy. It is sent when it is ended. */
export function openRequest(address: string, { mayShare, proxy, ...options }: Opening): ClientRequest {
  const url = new URL(address)
  const isSafe = url.protocol === 'https:'
  const open = isSafe ? httpsRequest : httpRequest
  const protocol = isSafe ? 'https:' : 'http:'
  if (proxy === undefined) return open(url, { ...options, agent: mayShare && DIRECT[protocol] })
  const agent = proxyAgents(proxy, { mayShare })[protocol]
  if (isSafe) return open(url, { ...options, agent })
  // A proxy of plain http is asked for the whole address (RFC 9112, section 3.2.2).
  const headers = { ...options.headers, ...proxyHeaders(proxy) }
  return open(url, { ...options, headers, agent, path: url.href })
}
