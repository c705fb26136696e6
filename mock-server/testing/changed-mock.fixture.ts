import { DOCUMENTED_OPERATIONS, type OperationId } from '../../contract/wire/operations.ts'
import { createApp } from '../app.ts'
import { addressOf, type Transport } from '../message/request.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { type ServedMock, serveFetch } from '../serve-fetch.ts'

/** The mock behind a wrapper. */
type Forward = (request: Request) => Promise<Response>

/** A change to a server: it sees every request, and forwards those that it leaves alone. */
export type Middleware = (
  request: Request,
  forward: Forward,
  operation: OperationId | null,
) => Promise<Response>

type Route = { readonly id: OperationId; readonly line: RegExp }

/** The method and path of each operation in the default profile. */
const ROUTES: readonly Route[] = [
  ...DOCUMENTED_OPERATIONS,
  { id: 'lookupOrder', method: 'GET', path: '/orders/{partnerReference}' } as const,
].map(({ id, method, path }) => ({ id, line: new RegExp(`^${method} ${path.replace(/\{\w+\}/, '[^/]+')}$`) }))

/** The operation that a request asks for, by the default profile. */
function operationOf(request: Request): OperationId | null {
  const line = `${request.method} ${pathOf(request)}`
  return ROUTES.find((route) => route.line.test(line))?.id ?? null
}

/** The path of a request, without its query. */
function pathOf({ url }: Request): string {
  return /^\w+:\/\/[^/?]*([^?]*)/.exec(url)?.[1] ?? ''
}

/** Serves the mock behind a change, over a real socket. */
export function serveChanged(change: Middleware, options: MockOptions = {}): Promise<ServedMock> {
  const app = createApp(options)
  return serveFetch((request: Request, transport: Transport = {}) => {
    // A forwarded request may differ from what arrived: it is read from the `Request`, not from the socket.
    const { outgoing } = transport
    const handedOn = { address: addressOf(transport), ...(outgoing !== undefined && { outgoing }) }
    const forward: Forward = async (forwarded) => app.fetch(forwarded, handedOn)
    return change(request, forward, operationOf(request))
  })
}
