import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { TOOL } from '../contract/report/kit.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { ADMIN_PREFIX, adminPath } from '../contract/wire/admin-path.ts'
import { isTestKey, keyInAuthHeader } from '../contract/wire/auth.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { orderedFaultShape, waitingFault } from '../contract/wire/fault-order.ts'
import { harOf } from '../contract/wire/har.ts'
import { withWaiting } from '../contract/wire/ordered-fault.ts'
import { isLoopback, isProxyHeader } from '../mock-server/guards/addresses.ts'
import { isSameSecret } from '../mock-server/guards/secrets.ts'
import { strikeOf } from './faults.ts'
import { refusedCaller } from './guard.ts'
import { TEST, type Way } from './handle.ts'
import { digestOf, partnerOf } from './journal.ts'
import { pageOf, type ShownClause } from './page.ts'
import { readWhole } from './upstream.ts'

export type Judging = {
  /** The clauses that bind clients, by what one key did. */
  readonly client: (exchanges: readonly Exchange[], omitted: number) => readonly ShownClause[]
  /** The clauses that bind the service, by what it answered to all keys together. */
  readonly service: (exchanges: readonly Exchange[]) => readonly ShownClause[]
  /** What one key did, as a recording; undefined where it bought nothing. */
  readonly recording: (exchanges: readonly Exchange[], omitted: number) => string | undefined
}

export type OwnSurface = Way & { readonly baseUrl: string; readonly judging?: Judging | undefined }

const nextSchema = z.strictObject({ key: z.string(), ...orderedFaultShape })

type Shown = { readonly status?: number; readonly type?: string; readonly body: unknown }

const MOST_BYTES = 4_096
/** How many exchanges of a key are judged, and shown, when somebody asks. */
const MOST_SHOWN = 1_000
const DIGEST = /^[0-9a-f]{64}$/
const PAGE_TOKEN = randomUUID()
const HTML = 'text/html; charset=utf-8'
const NO_KEY =
  'Say which key: its digest in the query, as ?key=…, or the key itself in the header that calls of the API carry it in. A key must not be in a URL.'

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
  const found = await shown(surface, request).catch(({ message }) =>
    refused(500, `The proxy failed: ${message}`),
  )
  const { status = 200, type = 'application/json', body } = found
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

function refused(status: number, error: string): Shown {
  return { status, body: { error } }
}

async function shown(surface: OwnSurface, request: IncomingMessage): Promise<Shown> {
  const { pathname, searchParams } = new URL(`http://proxy${request.url ?? ''}`)
  const name = (adminPath(pathname) ?? '').slice(ADMIN_PREFIX.length + 1)
  const form = await formOf(request)
  const isOwnForm = request.method === 'POST' && isSameSecret(form.get('token') ?? '', PAGE_TOKEN)
  const problem = strangerTo(surface, request, isOwnForm)
  if (problem !== undefined) return refused(403, problem)
  const ofMock = OF_A_MOCK[name.split('/')[0] ?? '']
  if (ofMock !== undefined) return refused(405, `${name}: a proxy does not do this. ${ofMock}`)
  const asked = askedFor(surface, request, searchParams.get('key'))
  if (asked === undefined) return refused(400, NO_KEY)
  if (name === 'next' && request.method === 'POST') return ordered(surface, form, isOwnForm)
  const { journal, judging, store } = surface
  if (name === 'next') {
    if (asked === null) return refused(400, NO_KEY)
    const waiting = store.waiting(asked)
    if (request.method === 'DELETE') store.wait(asked, [])
    return { body: { waiting } }
  }
  if (request.method !== 'GET') return refused(405, `Only GET reads ${name}.`)
  if (name === 'health' || name === 'ready') return healthOf(surface)
  const all = journal.exchanges()
  const { own, last, omitted } = doneBy(asked, all, journal.omitted)
  if (name === 'journal') return { body: { exchanges: last, omitted } }
  if (name === 'journal.har') return { body: harOf(own, TOOL.version) }
  if (name === '') return { type: HTML, body: pageFor(surface, all) }
  if (judging === undefined) return refused(404, 'This proxy judges nothing: it was started by a program.')
  if (name === 'service') return { body: { clauses: judging.service(all) } }
  if (name !== 'judgement' && name !== 'recording.jsonl')
    return refused(404, `There is no ${ADMIN_PREFIX}/${name}.`)
  if (asked === null) return refused(400, NO_KEY)
  if (name === 'judgement') return { body: { omitted, clauses: judging.client(last, omitted) } }
  const recording = judging.recording(own, journal.omitted)
  return recording === undefined
    ? refused(404, 'Nothing was bought with this key yet.')
    : { type: 'application/jsonl', body: recording }
}

function healthOf({ baseUrl: target, maxPurchases: limit, store, mode }: OwnSurface): Shown {
  const { spent: sent, failure } = store
  const facts = {
    proxy: TOOL.name,
    target,
    mode: mode(),
    isTest: mode() === TEST,
    purchases: { sent, limit },
  }
  return { status: failure === null ? 200 : 503, body: { ...facts, failure: failure?.message } }
}

function pageFor(surface: OwnSurface, exchanges: readonly Exchange[]): string {
  const { baseUrl, maxPurchases, mode, journal, judging, store } = surface
  const keys = [...journal.digests].map((digest) => {
    const { own, last, omitted } = doneBy(digest, exchanges, journal.omitted)
    const clauses = judging?.client(last, omitted) ?? []
    return { partner: partnerOf(digest), digest, exchanges: own.length, clauses }
  })
  const { spent, failure } = store
  return pageOf({
    ...{ baseUrl, maxPurchases, mode: mode(), spent, failure: failure?.message ?? null },
    ...{ keys, service: judging?.service(exchanges) ?? [], exchanges, token: PAGE_TOKEN },
  })
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

function ordered({ store }: OwnSurface, form: URLSearchParams, isOwnForm: boolean): Shown {
  const { token: _, json = '', ...fields } = Object.fromEntries(form)
  const order = nextSchema.safeParse(isOwnForm ? { ...fields, at: Number(fields.at) } : parseJson(json))
  const key = digestIn(order.data?.key ?? '')
  if (!order.success || key === null) {
    const { path, message } = order.error?.issues[0] ?? {
      path: ['key'],
      message: 'found no TEST key, and no digest of one',
    }
    const usage = 'Send {"key": "pk_test_…", "fault": "lost-after", "on": "purchase", "at": 1}.'
    return refused(400, `${path.join('.')}: ${message}. ${usage}`)
  }
  const waits = waitingFault(order.data)
  store.wait(key, withWaiting(store.waiting(key), waits))
  if (isOwnForm) return { type: HTML, body: '<!doctype html><p>Ordered. <a href="./">Back</a></p>' }
  const { at: point, ...strike } = strikeOf(order.data.fault)
  return { body: { ...waits, ...strike, point, waiting: waits } }
}

/** The key that a request is about, as its digest: that in the query, or of the key in the auth header. Null for none, undefined for no digest. */
function askedFor({ profile: { auth } }: OwnSurface, { headers }: IncomingMessage, digest: string | null) {
  if (digest !== null) return DIGEST.test(digest) ? digest : undefined
  const key = keyInAuthHeader(auth, String(headers[auth.header.toLowerCase()] ?? ''))
  return key !== undefined && isTestKey(key) ? digestOf(key) : null
}

function digestIn(text: string): string | null {
  if (isTestKey(text)) return digestOf(text)
  return DIGEST.test(text) ? text : null
}

/** The members of a form; of anything else, its text as `json`. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const text = String((await readWhole(request, MOST_BYTES)) ?? '')
  // As curl calls a JSON text, too, unless it is given another type.
  const isForm =
    request.headers['content-type'] === 'application/x-www-form-urlencoded' && !text.startsWith('{')
  return new URLSearchParams(isForm ? text : { json: text })
}
