import { addressOf, connectionOf } from '../guards/peer.ts'
import { type Reply, SETTLED } from '../message/answer.ts'
import type { Inbound } from '../message/inbound.ts'
import type { MockContext } from './env.ts'

/** A request as Hono hands it in: a `Request` of this process, or one that `@hono/node-server` made of a socket's. */
export function inboundOf(c: MockContext): Inbound {
  const { req, env } = c
  const request = req.raw
  return {
    method: req.method,
    target: targetOf(request.url),
    rawHeaders: env?.incoming?.rawHeaders ?? [...request.headers].flat(),
    header: (name) => req.header(name),
    parameter: (name) => req.param(name),
    query: (name) => req.query(name),
    peer: addressOf(env),
    connection: connectionOf(env),
    get gone() {
      return request.signal
    },
  }
}

/** Path and query of a request, as they were sent. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

/** A reply as a `Response`. */
export function responseOf(reply: Reply): Response {
  if (reply === SETTLED) return alreadySent()
  const { status, body } = reply
  if (typeof body === 'string') return new Response(body, { status, headers: reply.headers })
  // Else what is there at once would be gathered, and its length announced.
  return new Response(body, { status, headers: { ...reply.headers, 'Transfer-Encoding': 'chunked' } })
}

/** What tells the server that the connection has been taken care of. */
export function alreadySent(): Response {
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
}
