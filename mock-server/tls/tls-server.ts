import type { RequestListener, Server, ServerOptions } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { endedWithoutRequest, type ReportUnreadable, unreadableHandshake } from '../http/unreadable.ts'

/** A certificate with its chain, and its key. Both in PEM. */
export type Certificate = { readonly cert: string; readonly key: string }

/** A server of https that can reset its connections, and reports each that carried no request. */
export function tlsServer(
  options: ServerOptions,
  { key, cert }: Certificate,
  listener: RequestListener,
  onUnreadable: ReportUnreadable,
): Server {
  const server = createServer({ ...options, key, cert }, listener)
  const heard = new WeakSet<Socket>()
  server.prependListener('request', ({ socket }) => void heard.add(socket))
  server.prependListener('clientError', (_, socket) => void heard.add(socket as Socket))
  server.prependListener('secureConnection', (socket) => {
    makeResettable(socket)
    socket.once('close', () => {
      if (!heard.has(socket)) onUnreadable(endedWithoutRequest)
    })
  })
  // By default node:https answers a failed handshake as if it were a malformed request.
  server.removeAllListeners('tlsClientError')
  server.on('tlsClientError', (error, socket) => {
    const hasSpoken = (socketBelow(socket)?.bytesRead ?? 0) > 0
    const unreadable = unreadableHandshake(error) ?? (hasSpoken ? endedWithoutRequest : undefined)
    if (unreadable !== undefined) onUnreadable(unreadable)
    socket.destroy()
  })
  return server
}

/** The connection that TLS is spoken over. Node has no public name for it. */
function socketBelow(socket: TLSSocket): Socket | undefined {
  return Reflect.get(socket, '_parent')
}

/** Node can reset only a plain socket. */
function makeResettable(socket: TLSSocket): void {
  const below = socketBelow(socket)
  socket.resetAndDestroy = () => {
    below?.resetAndDestroy()
    return socket.destroy()
  }
}
