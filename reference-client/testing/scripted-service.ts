import type { Clock } from '../clock.ts'
import type { Fetch } from '../options.ts'

/** A request as the service saw it. */
type Seen = {
  /** When, by the clock. */
  readonly at: number
  /** Method and target, such as `GET /orders/SHOP%3A1`. */
  readonly call: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the service does with a request. */
export type Reply = (request: Request) => Response | Promise<Response>

/** A service that answers each call with its next reply, in the order of the script, and records it. */
export type ScriptedService = { readonly fetch: Fetch; readonly seen: Seen[]; calls(): string[] }

/**
 * A service for tests, in memory.
 *
 * @example
 * const service = createScriptedService(clock, { 'GET /ping': [json(200, { data: { status: 'ok' } })] })
 */
export function createScriptedService(
  clock: Pick<Clock, 'now'>,
  script: Readonly<Record<string, readonly Reply[]>>,
): ScriptedService {
  const left = new Map(Object.entries(script).map(([call, replies]) => [call, [...replies]]))
  const seen: Seen[] = []
  const fetch: Fetch = async (request) => {
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${pathname}${search}`
    const headers = Object.fromEntries(request.headers)
    seen.push({ at: clock.now(), call, url: request.url, headers, body: await request.text() })
    const reply = left.get(call)?.shift() ?? (() => new Response('not in the script', { status: 599 }))
    return reply(request)
  }
  return { fetch, seen, calls: () => seen.map(({ call }) => call) }
}

/** Answers a JSON body. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return () => new Response(JSON.stringify(body), { status, headers })
}

/** Answers a text, JSON or not. */
export function text(status: number, body: string): Reply {
  return () => new Response(body, { status })
}

/** Never answers; only its caller can end it. */
export const hang: Reply = () => new Promise<never>(() => undefined)

/** A signal, and a reply that never comes: the signal is aborted when it is asked for. */
export function leaving(reason: unknown = 'enough'): { readonly signal: AbortSignal; readonly leave: Reply } {
  const controller = new AbortController()
  const leave: Reply = (request) => {
    controller.abort(reason)
    return hang(request)
  }
  return { signal: controller.signal, leave }
}

/** Breaks the connection, as the platform's `fetch` reports it. */
export const reset: Reply = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  })
}

/** Answers the first bytes of a body, then breaks the connection. */
export const cut: Reply = () => {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"data":{"order"')),
    pull: (stream) => stream.error(new TypeError('terminated')),
  })
  return new Response(body, { status: 200 })
}

/** A purchase summary, where purchases carry it. */
export function purchased(status: string, pollAfterSeconds: number | null = null): Reply {
  return json(201, { data: { order: { order: { status, pollAfterSeconds } } } })
}

/** A lookup summary, where lookups carry it. */
export function found(status: string, pollAfterSeconds: number | null = null): Reply {
  return json(200, { data: { order: { status, pollAfterSeconds } } })
}

/** The refusal of an unknown order, as the default profile answers it. */
export const notFound: Reply = json(404, {
  type: 'urn:example:not-found',
  title: 'No such order',
  detail: 'None.',
})
