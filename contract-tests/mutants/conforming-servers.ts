import type { Clock } from '../../contract/clock.ts'
import type { ConformingServer } from './broken-server.ts'
import { edit, editSummary, type Middleware, refusal } from './middleware.ts'

/** Servers that answer the gaps in another way than the mock, and must pass. */
export const CONFORMING_SERVERS: readonly ConformingServer[] = [
  {
    name: 'every success is a 202',
    change: () => everySuccess((body) => Response.json(body, { status: 202 })),
  },
  {
    name: 'unknown fields stand everywhere',
    change: () => everySuccess((body) => Response.json(withStrangers(body))),
  },
  {
    name: 'a settled summary says pollAfterSeconds null',
    change: () => editSummary((summary) => ({ pollAfterSeconds: null, ...summary })),
  },
  {
    name: 'a settled order has a state of its own',
    change: () =>
      editSummary((summary) => (summary.status === 'COMPLETED' ? { ...summary, status: 'ISSUED' } : summary)),
  },
  {
    name: 'pollAfterSeconds is a fraction',
    change: () =>
      editSummary((summary) =>
        typeof summary.pollAfterSeconds === 'number' ? { ...summary, pollAfterSeconds: 0.25 } : summary,
      ),
  },
  {
    name: 'refusals have other statuses and a body of their own',
    change: () => async (request, forward) => {
      const response = await forward(request)
      return response.ok
        ? response
        : new Response('<h1>No.</h1>', { status: response.status === 401 ? 403 : 400 })
    },
  },
  {
    name: 'the balance shows no amount',
    change: () => edit('getBalance', () => ({ data: { balance: {} } })),
  },
  {
    name: 'a settled summary still has a pollAfterSeconds',
    change: () => editSummary((summary) => ({ pollAfterSeconds: 30, ...summary })),
  },
  { name: 'the first of every read is one call too many', change: tooManyAtFirst },
  { name: 'the catalogue is empty at first', change: emptyAtFirst },
  { name: 'a ping is answered without a key, by a status of its own', change: () => pingOfAnybody },
  {
    name: 'an unknown order is a success without a body',
    change: () => async (request, forward, operation) => {
      const response = await forward(request)
      return operation === 'lookupOrder' && response.status === 404
        ? new Response(null, { status: 204 })
        : response
    },
  },
  { name: 'three wrong keys lock an address out for a minute (403)', change: lockingOut },
]

function everySuccess(change: (body: unknown) => Response): Middleware {
  return async (request, forward) => {
    const response = await forward(request)
    return response.ok ? change(await response.json()) : response
  }
}

/** The same document, with an undocumented member in every object. */
function withStrangers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withStrangers)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).map(([name, value]) => [name, withStrangers(value)])
  return { ...Object.fromEntries(members), order_: { status: 'PROCESSING' }, unknown: [null, 1, 'x'] }
}

/** Asks for a retry after one second, once for every read of every caller. */
function tooManyAtFirst(): Middleware {
  const seen = new Set<string>()
  return async (request, forward) => {
    const name = `${request.url} ${request.headers.get('Authorization')}`
    if (request.method !== 'GET' || seen.has(name)) return forward(request)
    seen.add(name)
    return new Response(null, { status: 429, headers: { 'Retry-After': '1' } })
  }
}

/** Finds the cards of a partner only after the first time that they are asked for. */
function emptyAtFirst(): Middleware {
  const seen = new Set<string | null>()
  return async (request, forward, operation) => {
    const key = request.headers.get('Authorization')
    const response = await forward(request)
    if (operation !== 'listProducts' || !response.ok || seen.has(key)) return response
    seen.add(key)
    return Response.json({ data: { products: [] } })
  }
}

/** Answers a ping that is refused as a success that says so. */
const pingOfAnybody: Middleware = async (request, forward, operation) => {
  const response = await forward(request)
  const isRefused = operation === 'ping' && !response.ok
  return isRefused ? Response.json({ data: { status: 'unauthenticated', mode: 'TEST' } }) : response
}

const WRONG_KEYS = 3
const LOCKED_MS = 60_000

/** Refuses everything for a while after some calls with a key that it does not know. */
function lockingOut(clock: Clock): Middleware {
  let wrong = 0
  let endsMs = 0
  return async (request, forward) => {
    if (clock.now() < endsMs) return refusal(403)
    const response = await forward(request)
    if (response.status === 401) wrong += 1
    if (wrong >= WRONG_KEYS) [wrong, endsMs] = [0, clock.now() + LOCKED_MS]
    return response
  }
}
