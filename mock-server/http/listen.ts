import type { Server, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address can't be listened on. The message says which, why, and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** The hosts that mean every address of this machine, each with the loopback address that reaches it. */
export const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Listens, and returns host and port for a client on this machine.
 *
 * @throws {ListenError} when the port is taken, not permitted, or not valid.
 */
export function listening(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(listenError(cause as NodeJS.ErrnoException, port, host))
    server.once('error', refuse)
    try {
      server.listen(port, host, () => resolve(reachedAt(server.address() as AddressInfo)))
    } catch (cause) {
      refuse(cause)
    }
  })
}

function reachedAt({ address: bound, family, port }: AddressInfo): string {
  const address = EVERY_ADDRESS[bound] ?? bound
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function listenError(cause: NodeJS.ErrnoException, port: number, host: string): ListenError {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'the port is taken. Stop what listens there, choose another --port, or 0 for any free one',
    EACCES: 'the port is not permitted to this user. Choose a --port above 1023',
    EADDRNOTAVAIL: 'this machine has no such address. Choose another --host',
    ENOTFOUND: 'the host name is not known. Choose another --host',
    ERR_SOCKET_BAD_PORT: 'this is no port. Choose a --port from 0 to 65535',
  }
  const reason = reasons[cause.code ?? ''] ?? cause.message
  return new ListenError(`Can't listen on ${host}:${port}: ${reason}.`, { cause })
}

/** How long answers in progress may take when a server closes. */
const LAST_ANSWERS_MS = 2_000
/** How often connections that have become idle are closed. */
const SWEEP_MS = 10

/** Makes a function that closes a server once its answers in progress have ended. A second call waits for the first. */
export function closerOf(server: Server): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= closed(server)
    return closing
  }
}

/** A closing server does not close the connections that become idle later: hence the sweep. */
function closed(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  return new Promise((resolve, reject) => {
    server.close((error) => {
      clearInterval(sweep)
      clearTimeout(cut)
      error === undefined ? resolve() : reject(error)
    })
    server.closeIdleConnections()
  })
}

/** In milliseconds. */
export const CONNECTION_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than usual connection pools: a shorter one would close a connection under their request. */
  keepAliveTimeout: 75_000,
} satisfies ServerOptions

export const MOST_CONNECTIONS = 4096
