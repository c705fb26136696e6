import type { Server, ServerOptions } from 'node:http'

/** What a mock bears of its callers' connections before it refuses them. Times are in milliseconds. */
export type ConnectionLimits = {
  /** Request line and headers together. */
  readonly headerBytes: number
  readonly headerCount: number
  /** How long a request may take to arrive as far as the end of its headers. */
  readonly headersTimeoutMs: number
  /** How long a request may take to arrive whole. */
  readonly requestTimeoutMs: number
  /** How long a connection is kept after an answer without another request. */
  readonly idleMs: number
  /** Connections at a time: one too many is closed unheard, and the others go on. */
  readonly connections: number
}

/** The default limits of a mock. */
export const DEFAULT_LIMITS: ConnectionLimits = {
  headerBytes: 16 * 1024,
  headerCount: 100,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Longer than the pools of usual clients keep a connection: they would find it closed under their request. */
  idleMs: 75_000,
  connections: 4096,
}

/** How long a limit of time may be overstepped before somebody looks. */
const LATEST_CHECK_MS = 1_000

/** The limits as node:http takes them with a new server. */
export function serverOptionsOf(limits: ConnectionLimits): ServerOptions {
  const { headersTimeoutMs, requestTimeoutMs } = limits
  // node:http wants the part to take no longer than the whole.
  const headersTimeout = Math.min(headersTimeoutMs, requestTimeoutMs)
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeout, LATEST_CHECK_MS),
    keepAliveTimeout: limits.idleMs,
  }
}

/** Sets the limits that node:http takes only of a server that is there. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  server.maxConnections = limits.connections
  // One more than is served: node:http drops what is beyond unseen, and would serve the rest.
  server.maxHeadersCount = limits.headerCount + 1
}

/** Whether a request has more headers than are read; names and values take turns in what node:http keeps of them. */
export function hasTooManyHeaders(rawHeaders: readonly string[], { headerCount }: ConnectionLimits): boolean {
  return rawHeaders.length > headerCount * 2
}
