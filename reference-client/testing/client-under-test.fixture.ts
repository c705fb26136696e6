import { DocumentedService } from '../../testing/model/documented-service.fixture.ts'
import { createClient } from '../client.ts'
import type { Clock } from '../clock.ts'
import type { ClientOptions, Fetch } from '../options.ts'

export const KEY = 'pk_test_secret/42'

export const ORDER = { partnerReference: 'SHOP:1', sku: 'CARD-25' }

/** The lookup of that purchase, by the default profile. */
export const LOOKUP = 'GET /orders/SHOP%3A1'

type Seen = {
  /** When, by the clock. */
  readonly at: number
  /** Method and target, such as `GET /orders/SHOP%3A1`. */
  readonly call: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Reply = (request: Request) => Response | Promise<Response>

/**
 * A client before a service that answers each call with its next reply, in the order of the script, and records it. What
 * is not in the script is answered as documented, with a balance of 100.00 dollars.
 *
 * @example
 * const { client } = stage({ 'GET /ping': [json(200, { data: { status: 'ok', mode: 'TEST' } })] })
 */
export function stage(
  script: Readonly<Record<string, readonly Reply[]>>,
  options: Partial<ClientOptions> = {},
  clock = createManualClock(),
) {
  const left = new Map(Object.entries(script).map(([call, replies]) => [call, [...replies]]))
  const seen: Seen[] = []
  const model = new DocumentedService({ cards: [], openingBalance: 10_000 })
  const fetch: Fetch = async (request) => {
    const { method, url } = request
    const { pathname, search } = new URL(url)
    const target = `${pathname}${search}`
    const body = await request.text()
    const call = `${method} ${target}`
    seen.push({ at: clock.now(), call, url, headers: Object.fromEntries(request.headers), body })
    const scripted = left.get(call)?.shift()
    if (scripted !== undefined) return scripted(request)
    const { status, document } = model.answer({ method, target, body }, clock.now())
    return Response.json(document, { status: status ?? 500 })
  }
  const client = createClient({ baseUrl: 'https://service.test', apiKey: KEY, fetch, clock, ...options })
  return { client, service: { seen, calls: () => seen.map(({ call }) => call) }, clock }
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It was expected to be rejected, but it was fulfilled.')
    },
    (error: unknown) => error,
  )
}

/** A clock that a sleep advances at once, and that remembers how long it slept. */
export type ManualClock = Clock & { readonly slept: number[] }

/**
 * A clock for tests.
 *
 * @param earlyByMs how much too early its sleeps end, as timers may, as long as more than that is asked for.
 */
export function createManualClock(earlyByMs = 0): ManualClock {
  let now = 0
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms)
      now += ms > earlyByMs ? ms - earlyByMs : ms
    },
  }
}

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
