import type { ServerOptions } from 'node:http'

/** The limits of a mock for its callers' connections. Times are in milliseconds. */
export type ConnectionLimits = {
  /** Request line and headers together. */
  readonly headerBytes: number
  readonly headerCount: number
  /** How long a request may take to arrive as far as the end of its headers. */
  readonly headersTimeoutMs: number
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutMs: number
  /** How long a connection is kept after an answer without another request. */
  readonly idleMs: number
  /** Connections at a time: one too many is closed without an answer, and the others continue. */
  readonly connections: number
}

/** The default limits of a mock. */
export const DEFAULT_LIMITS: ConnectionLimits = {
  headerBytes: 16 * 1024,
  headerCount: 100,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Longer than usual connection pools: a shorter one would close a connection under their request. */
  idleMs: 75_000,
  connections: 4096,
}

/** How often time limits are checked. */
const LATEST_CHECK_MS = 1_000

/** The limits that node:http takes as options of a new server. */
export function serverOptionsOf(limits: ConnectionLimits): ServerOptions {
  const { headersTimeoutMs, requestTimeoutMs } = limits
  // node:http requires that the limit for the headers is not above that for the whole request.
  const headersTimeout = Math.min(headersTimeoutMs, requestTimeoutMs)
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeout, LATEST_CHECK_MS),
    keepAliveTimeout: limits.idleMs,
  }
}
