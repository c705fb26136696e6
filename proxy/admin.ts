import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { TOOL } from '../contract/report/kit.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { ADMIN_PREFIX, adminPath } from '../contract/wire/admin-path.ts'
import { isTestKey } from '../contract/wire/auth.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { orderedFaultShape, waitingFault } from '../contract/wire/fault-order.ts'
import { harOf } from '../contract/wire/har.ts'
import { isLoopback, isProxyHeader } from '../mock-server/guards/addresses.ts'
import { isSameSecret } from '../mock-server/guards/secrets.ts'
import { strikeOf } from './faults.ts'
import { refusedCaller } from './guard.ts'
import type { Way } from './handle.ts'
import { digestOf, partnerOf } from './journal.ts'
import { type KeyView, pageOf, type ShownClause } from './page.ts'

/** What judges the exchanges of a proxy. */
export type Judging = {
  /** The clauses that bind clients, by what one key did. */
  readonly client: (exchanges: readonly Exchange[], omitted: number) => readonly ShownClause[]
  /** The clauses that bind the service, by what it answered to all keys together. */
  readonly service: (exchanges: readonly Exchange[]) => readonly ShownClause[]
  /** What one key did, as a recording; undefined where it bought nothing. */
  readonly recording: (exchanges: readonly Exchange[], omitted: number) => string | undefined
}

/** What the proxy's own surface shows. */
export type OwnSurface = Way & {
  readonly baseUrl: string
  readonly mode: string
  readonly judging: Judging | undefined
}

/** `POST /__mock/next`, as at the mock. */
const nextSchema = z.strictObject({ key: z.string(), ...orderedFaultShape })

type Shown = { readonly status?: number; readonly type?: string; readonly body: unknown }

const MOST_BYTES = 4_096
/** How many exchanges of a key are judged, and shown, when somebody asks. */
const MOST_SHOWN = 1_000
const PAGE_TOKEN = randomUUID()

/** What a mock does on its own surface, and no proxy can: the service is real. */
const OF_A_MOCK: Readonly<Record<string, string>> = {
  clock: 'The time of a real service is its own.',
  reset: 'What a real service has recorded stays. Use new references.',
  'top-up': 'The balance is that of the real key. Ask the operator.',
  revoke: 'Only the operator can revoke a key. Stop the proxy instead.',
  release: 'Only the operator can give a key back.',
}

/** Answers what is asked of the proxy itself, from this machine, and by no web page but its own. */
export async function answerOwn(
  surface: OwnSurface,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const {
    status = 200,
    type = 'application/json',
    body,
  } = await shown(surface, request).catch(
    (cause: Error): Shown => ({ status: 500, body: { error: `The proxy failed: ${cause.message}` } }),
  )
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
  response.end(text)
}

async function shown(surface: OwnSurface, request: IncomingMessage): Promise<Shown> {
  const { pathname, searchParams } = new URL(`http://proxy${request.url ?? ''}`)
  const name = (adminPath(pathname) ?? '').slice(ADMIN_PREFIX.length + 1)
  const body = await bodyOf(request)
  const isOwnForm =
    body.has('token') && isSameSecret(body.get('token') ?? '', PAGE_TOKEN) && request.method === 'POST'
  const problem = strangerTo(surface, request, isOwnForm)
  if (problem !== undefined) return { status: 403, body: { error: problem } }
  const refused = OF_A_MOCK[name.split('/')[0] ?? '']
  if (refused !== undefined)
    return { status: 405, body: { error: `${name}: a proxy does not do this. ${refused}` } }
  const asked = digestIn(searchParams.get('key'))
  if (name === 'next') return next(surface, request.method ?? '', asked, body, isOwnForm)
  if (request.method !== 'GET') return { status: 405, body: { error: `Only GET reads ${name}.` } }
  if (name === 'health' || name === 'ready') {
    const { baseUrl: target, mode, maxPurchases: limit, store } = surface
    const purchases = { sent: store.spent, limit }
    const facts = { proxy: 'partner-purchase-kit', target, mode, isTest: surface.isTest(), purchases }
    const { failure } = store
    return failure === null ? { body: facts } : { status: 503, body: { ...facts, failure: failure.message } }
  }
  const { journal, judging } = surface
  const all = journal.exchanges()
  const { own, last, omitted } = doneBy(asked, all, journal.omitted)
  if (name === 'journal') return { body: { exchanges: last, omitted } }
  if (name === 'journal.har') return { type: 'application/json', body: harOf(own, TOOL.version) }
  if (name === '') {
    const { spent, failure } = surface.store
    const keys = [...journal.digests].map((digest): KeyView => {
      const done = doneBy(digest, all, journal.omitted)
      const clauses = judging?.client(done.last, done.omitted) ?? []
      return { partner: partnerOf(digest), digest, exchanges: done.own.length, clauses }
    })
    const body = pageOf({
      ...{ ...surface, keys, exchanges: all, token: PAGE_TOKEN },
      ...{ spent, failure: failure?.message ?? null, service: judging?.service(all) ?? [] },
    })
    return { type: 'text/html; charset=utf-8', body }
  }
  if (judging === undefined)
    return { status: 404, body: { error: 'This proxy judges nothing: it was started by a program.' } }
  if (name === 'service') return { body: { clauses: judging.service(all) } }
  if (name !== 'judgement' && name !== 'recording.jsonl')
    return { status: 404, body: { error: `There is no ${ADMIN_PREFIX}/${name}.` } }
  if (asked === null) return { status: 400, body: { error: 'Name a key, or its digest: ?key=…' } }
  if (name === 'judgement') return { body: { omitted, clauses: judging.client(last, omitted) } }
  const recording = judging.recording(own, journal.omitted)
  return recording === undefined
    ? { status: 404, body: { error: 'Nothing was bought with this key yet.' } }
    : { type: 'application/jsonl', body: recording }
}

/** What a key did, or all of them: whole, the end of it that is judged, and how much came before that end. */
function doneBy(digest: string | null, all: readonly Exchange[], dropped: number) {
  const wanted = digest && partnerOf(digest)
  const own = wanted === null ? all : all.filter(({ partner }) => partner === wanted)
  return { own, last: own.slice(-MOST_SHOWN), omitted: dropped + Math.max(0, own.length - MOST_SHOWN) }
}

function strangerTo(surface: OwnSurface, request: IncomingMessage, isOwnForm: boolean): string | undefined {
  const { headers, method } = request
  if (!isLoopback(request.socket.remoteAddress ?? '') || Object.keys(headers).some(isProxyHeader))
    return 'The surface of the proxy itself answers this machine alone.'
  const isOwnPage = (method === 'GET' && headers.origin === undefined) || isOwnForm
  const isFromSite = ['none', 'same-origin'].includes(String(headers['sec-fetch-site'] ?? 'none'))
  const stranger = refusedCaller(request, surface)
  if (stranger === undefined || (stranger.code === 'web-page' && isOwnPage && isFromSite)) return undefined
  return 'The surface of the proxy itself answers no web page but its own, and no other host. Call it from a program.'
}

function next(
  { store }: OwnSurface,
  method: string,
  asked: string | null,
  body: URLSearchParams,
  isOwnForm: boolean,
): Shown {
  if (method !== 'POST') {
    if (asked === null) return { status: 400, body: { error: 'Name a key, or its digest: ?key=…' } }
    const waiting = store.waiting(asked)
    if (method === 'DELETE') store.withdraw(asked)
    return { body: { waiting } }
  }
  const json = isOwnForm
    ? { key: body.get('key'), fault: body.get('fault'), on: body.get('on'), at: Number(body.get('at')) }
    : parseJson(body.get('json') ?? '')
  const order = nextSchema.safeParse(json)
  const key = order.success ? digestIn(order.data.key) : null
  if (!order.success || key === null) {
    const found = order.error?.issues[0]
    const error = `${found === undefined ? 'key: found no TEST key, and no digest of one' : `${found.path.join('.')}: ${found.message}`}. Send {"key": "pk_test_…", "fault": "lost-after", "on": "purchase", "at": 1}.`
    return { status: 400, body: { error } }
  }
  const waiting = waitingFault(order.data)
  store.order(key, waiting)
  if (isOwnForm)
    return { type: 'text/html; charset=utf-8', body: '<!doctype html><p>Ordered. <a href="./">Back</a></p>' }
  const { at: point, ...strike } = strikeOf(order.data.fault)
  return { body: { ...waiting, ...strike, point, waiting } }
}

/** The digest of a key, given either. */
function digestIn(text: string | null): string | null {
  if (text === null) return null
  if (isTestKey(text)) return digestOf(text)
  return /^[0-9a-f]{64}$/.test(text) ? text : null
}

/** The members of a form; of anything else, its text as `json`. */
async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) if (text.length < MOST_BYTES) text += chunk
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  return isForm ? new URLSearchParams(text) : new URLSearchParams({ json: text })
}
