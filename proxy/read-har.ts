import * as z from 'zod'
import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { REDACTED } from '../contract/text/redact.ts'
import { keyInAuthHeader } from '../contract/wire/auth.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { redactionOf } from '../mock-server/journal/redact-request.ts'
import { ProxySetupError } from './faults.ts'
import { digestOf, partnerOf } from './journal.ts'
import { type Route, readOrderBody, routeOf } from './route.ts'
import { type Given, recorded, shaperOf } from './shape.ts'

const header = z.object({ name: z.string(), value: z.string() })
const headers = z.array(header).default([])

/** As much of HAR 1.2 as is read: recorders add members, and leave some out. */
const entrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number().default(0),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.object({ text: z.string().default(''), mimeType: z.string().default('') }).optional(),
  }),
  response: z.object({
    status: z.number(),
    headers,
    content: z
      .object({ text: z.string().default(''), encoding: z.string().optional() })
      .default({ text: '' }),
  }),
})
const harSchema = z.object({
  log: z.object({ version: z.string(), entries: z.array(entrySchema).max(50_000) }),
})

type HarEntry = z.infer<typeof entrySchema>

/** What a HAR holds of the API: its exchanges without keys, and where they went. */
export type ReadHar = {
  readonly exchanges: readonly Exchange[]
  readonly baseUrl: string
  readonly others: number
}

export function isHar(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"log"\s*:/.test(text)
}

/**
 * Reads the traffic of a real client from an HTTP Archive: the calls of the address that most operations went to. Keys are
 * found and redacted, and members of answers that the reference does not name are kept as types.
 *
 * @throws {ProxySetupError} for a file that is no HAR, or has no operation of the profile.
 */
export function readHar(text: string, profile: Profile, source: string): ReadHar {
  const { data, error } = harSchema.safeParse(parseJson(text.replace(/^\uFEFF/, '')))
  const [issue] = error?.issues ?? []
  if (data === undefined)
    throw new ProxySetupError(
      `${source}: it is no HAR 1.2: ${issue?.path.join('.') || 'the document'}: ${issue?.message}.`,
    )
  const all = data.log.entries.filter(({ request }) => URL.canParse(request.url))
  const baseUrl = mostUsedBase(all, profile)
  if (baseUrl === undefined)
    throw new ProxySetupError(
      `${source}: no call in it is an operation of the API by this profile. Name the profile of the service by --profile.`,
    )
  const calls = all
    .filter(({ request }) => request.url.startsWith(baseUrl))
    .map((entry) => {
      const target = entry.request.url.slice(baseUrl.length) || '/'
      const route = routeOf(entry.request.method, target, profile)
      return { entry, target, key: keyOf(entry, profile), route }
    })
    // A page has other calls to its own address: only those with a key are calls of the API.
    .filter(({ route, key }) => typeof route !== 'string' || key !== undefined)
    .sort((one, other) => Date.parse(one.entry.startedDateTime) - Date.parse(other.entry.startedDateTime))
  const others = data.log.entries.length - calls.length
  return { exchanges: exchangesOf(calls, profile), baseUrl, others }
}

/** The address before the path that most calls of operations have in common. */
function mostUsedBase(entries: readonly HarEntry[], profile: Profile): string | undefined {
  const counts = new Map<string, number>()
  for (const { request } of entries) {
    const { origin, pathname, search } = new URL(request.url)
    const segments = pathname.split('/')
    for (let at = 1; at < Math.min(segments.length, 12); at += 1) {
      const target = `/${segments.slice(at).join('/')}${search}`
      if (typeof routeOf(request.method, target, profile) === 'string') continue
      const base = origin + segments.slice(0, at).join('/')
      counts.set(base, (counts.get(base) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

function keyOf({ request }: HarEntry, { auth }: Profile): string | undefined {
  const value = request.headers.find(({ name }) => name.toLowerCase() === auth.header.toLowerCase())?.value
  // A HAR of the kit has a mark in its place.
  if (value?.includes(REDACTED)) return REDACTED
  return value === undefined ? undefined : keyInAuthHeader(auth, value)
}

type Call = {
  readonly entry: HarEntry
  readonly target: string
  readonly key: string | undefined
  readonly route: Route | string
}

/** Calls as the proxy would have recorded them; when an answer was lost, or its delivery, they do not say. */
function exchangesOf(calls: readonly Call[], profile: Profile): readonly Exchange[] {
  const [first] = calls
  const began = Date.parse(first?.entry.startedDateTime ?? '')
  const redaction = redactionOf(
    profile.auth,
    calls.flatMap(({ key }) => key ?? []),
  )
  const shape = shaperOf(profile)
  const skus = new Map<string, string>()
  return calls.map(({ entry: { request, response, ...entry }, target, key, route }, seq): Exchange => {
    const { headers, redact } = redaction.senderOf(headersOf(request))
    const arrivedMs = Date.parse(entry.startedDateTime) - began
    const atMs = arrivedMs + Math.max(0, entry.time)
    const order = orderOf(request, route, skus)
    // A status of 0 says that the recorder saw no answer; not whether there was one.
    const answer =
      response.status < 100 ? null : { ...recorded(answerOf(response, shape), redact), answeredMs: atMs }
    return {
      ...{ seq, at: new Date(began + arrivedMs).toISOString(), arrivedMs },
      partner: key === undefined ? null : partnerOf(digestOf(key)),
      operation: typeof route === 'string' ? null : route.operation,
      request: {
        ...{ method: redact(request.method), target: redact(target), headers },
        body: request.postData === undefined ? null : redact(request.postData.text),
      },
      response: answer,
      delivery: answer && { outcome: 'delivered', atMs },
      order: order && {
        ...{ partnerReference: redact(order.reference), sku: redact(order.sku), effect: 'unknown' },
      },
      ...{ fault: null, nearMiss: null },
      upstream: {
        ...{ sentMs: arrivedMs, response: answer },
        failure: answer === null ? 'no answer was recorded' : null,
      },
    }
  })
}

function answerOf(
  { status, headers, content }: HarEntry['response'],
  shape: (text: string) => string,
): Given {
  const { text, encoding } = content
  const plain = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text
  return { status: Math.trunc(status), headers: flat(headers), kept: shape(plain) }
}

/** Some recorders have the type of a body only beside it. */
function headersOf({ headers, postData }: HarEntry['request']): string[] {
  const isTyped = headers.some(({ name }) => name.toLowerCase() === 'content-type')
  return [...flat(headers), ...(postData === undefined || isTyped ? [] : ['content-type', postData.mimeType])]
}

/** The order that a request is about; `skus` has the card of each reference so far. */
function orderOf({ postData }: HarEntry['request'], route: Route | string, skus: Map<string, string>) {
  if (typeof route === 'string') return null
  if (route.operation === 'createOrder') {
    const order = readOrderBody(Buffer.from(postData?.text ?? ''), undefined)
    if (typeof order === 'string') return null
    if (!skus.has(order.reference)) skus.set(order.reference, order.sku)
    return order
  }
  const { reference } = route
  const sku = skus.get(reference ?? '')
  return reference === null || sku === undefined ? null : { reference, sku }
}

/** Names and values alternately, without those of HTTP/2 alone. */
function flat(pairs: readonly z.infer<typeof header>[]): string[] {
  return pairs.flatMap(({ name, value }) => (name.startsWith(':') ? [] : [name, value]))
}
