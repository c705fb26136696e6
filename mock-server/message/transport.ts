import type { Outgoing } from './connection.ts'

/** What a transport knows about a call in addition to its request. */
export type Transport = {
  /** The caller's address, if it is passed: `app.fetch(request, { address: '203.0.113.7' })`. */
  readonly address?: string
  /**
   * The request of node:http, as `@hono/node-server` passes it. With it, the answer is written to `outgoing`; without it,
   * it is returned as a `Response`.
   */
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
  /** The caller's connection: a scripted fault can lose it. */
  readonly outgoing?: Outgoing
}

const IN_PROCESS = '127.0.0.1'
/** A socket whose peer has disconnected has no address any more. */
const GONE = 'unknown'

/** The address of a caller. A call without a socket comes from this process. */
export function addressOf(transport: Transport | undefined): string {
  if (transport?.address !== undefined) return transport.address
  return transport?.incoming === undefined ? IN_PROCESS : (transport.incoming.socket.remoteAddress ?? GONE)
}

/**
 * The transport of a call for a wrapper that changes requests or answers: the mock then takes the request from the
 * `Request` and returns a `Response`, and its faults can still lose the connection.
 *
 * @example
 * serveFetch(async (request, transport) => change(await app.fetch(request, withResponse(transport))))
 */
export function withResponse(transport: Transport): Transport {
  const { outgoing } = transport
  return { address: addressOf(transport), ...(outgoing !== undefined && { outgoing }) }
}
