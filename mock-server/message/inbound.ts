import type { Outgoing } from './connection.ts'

/** A request from its transport, over a socket or in this process, without its body. */
export type Inbound = {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly target: string
  /** Names and values alternately, as they arrived. */
  readonly rawHeaders: readonly string[]
  /** A header's value; those with the same name joined (RFC 9110, section 5.3). */
  header(name: string): string | undefined
  /** The value of a parameter in the path, decoded. */
  parameter(name: string): string | undefined
  /** The first value of a parameter in the query, decoded. */
  query(name: string): string | undefined
  /** The address at the other end: the caller's, or that of a proxy. */
  readonly peer: string
  /** The caller's connection, if there is one. */
  readonly connection: Outgoing | undefined
  /** Aborted when the caller no longer waits for the answer. */
  readonly gone: AbortSignal
}

/** Path and query of a request, as its URL has them. */
export function requestTargetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}
