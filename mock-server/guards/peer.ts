import { blockHolds, parseAddress, parseBlock } from '../../fixtures/ip-address.ts'
import type { Outgoing } from '../message/connection.ts'

/** What a transport tells of a call besides its request. */
export type Transport = {
  /** The caller's address, where it is handed in: `app.fetch(request, { address: '203.0.113.7' })`. */
  readonly address?: string
  /** The socket's side of a call that came over one, as `@hono/node-server` hands it in. */
  readonly incoming?: {
    readonly socket: { readonly remoteAddress?: string | undefined }
    /** Names and values of the headers in turn, as they arrived. */
    readonly rawHeaders?: readonly string[]
  }
  readonly outgoing?: Outgoing
}

const IN_PROCESS = '127.0.0.1'
/** A socket whose peer has gone has no address any more. */
const GONE = 'unknown'

/** The address of a caller. A call that came over no socket came from this process. */
export function addressOf(transport: Transport | undefined): string {
  if (transport?.address !== undefined) return transport.address
  return transport?.incoming === undefined ? IN_PROCESS : (transport.incoming.socket.remoteAddress ?? GONE)
}

/** The connection that a caller waits at, where there is one: in-process there is none. */
export function connectionOf(transport: Transport | undefined): Outgoing | undefined {
  return transport?.outgoing
}

const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseBlock)

/** Whether an address is of this machine alone (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
export function isLoopback(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && LOOPBACK.some((block) => block !== undefined && blockHolds(block, address))
}
