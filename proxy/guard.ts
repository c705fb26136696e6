import type { IncomingMessage } from 'node:http'
import { formatRefusal } from '../contract/profile/error-body.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { isTestKey, keyInAuthHeader } from '../contract/wire/auth.ts'
import { isLoopbackHost } from '../mock-server/guards/addresses.ts'
import { digestOf } from './journal.ts'
import type { Answer } from './shape.ts'

export type Callers = {
  /** The digests of the keys that may call; null for every TEST key, on this machine alone. */
  readonly keys: ReadonlySet<string> | null
  /** The names by which it is called, in small letters, besides those of this machine; null for any. */
  readonly hosts: readonly string[] | null
  readonly key: string
  readonly profile: Profile
}

type Refused = { readonly code: RefusalCode; readonly detail?: string }

/** Only a browser sets these, and no script of a page can leave them out. */
const OF_A_PAGE = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest']

/** Why a request is not answered whatever it asks for: it is of a web page, or means another host; undefined otherwise. */
export function refusedCaller(request: IncomingMessage, { hosts }: Callers): Refused | undefined {
  const { host: [host = '', ...more] = [] } = request.headersDistinct
  const names = [host.toLowerCase(), host.toLowerCase().replace(/:\d+$/, '')]
  const isOwn = hosts === null || isLoopbackHost(host) || names.some((name) => hosts.includes(name))
  if (more.length > 0 || !isOwn) return { code: 'wrong-host' }
  const of = OF_A_PAGE.find((header) => request.headers[header] !== undefined)
  const detail = `The request has ${of}, as a web page sends it. A key stays on a server (§5.1).`
  return of === undefined ? undefined : { code: 'web-page', detail }
}

type Caller = { readonly key: string } | Refused

const known = new WeakMap<object, Caller>()

/** @param head the same object for requests to one proxy with the same headers: most clients send them again and again. */
export function callerOf(request: IncomingMessage, head: object, callers: Callers): Caller {
  const found = known.get(head) ?? refusedCaller(request, callers) ?? keyOf(request, callers)
  known.set(head, found)
  if ('code' in found || callers.keys === null || callers.keys.has(found.key)) return found
  return unknownKey('This key is not among those that may call this proxy.')
}

function unknownKey(detail: string): Refused {
  return { code: 'unknown-key', detail }
}

function keyOf(request: IncomingMessage, { profile: { auth }, key: targetKey }: Callers): Caller {
  const [value, ...more] = request.headersDistinct[auth.header.toLowerCase()] ?? []
  const key = value === undefined || more.length > 0 ? undefined : keyInAuthHeader(auth, value)
  const isTest = key !== undefined && isTestKey(key)
  if (isTest && key !== targetKey) return { key: digestOf(key) }
  return unknownKey(
    isTest
      ? 'This is the key of the target itself. A client gets one of its own: any that begins with pk_test_.'
      : `Found no TEST key in ${auth.header}. Send any key of your own that begins with pk_test_.`,
  )
}

/** Of a request: a purchase takes a few hundred. */
export const MOST_BODY_BYTES = 64 * 1024

type Row = readonly [
  status: number | Exclude<keyof Profile['errors'], 'body'>,
  title: string,
  detail?: string,
]

/** Why the proxy itself answers: by a status of the profile, so that a client reads it as it reads the service. */
const REFUSALS = {
  'not-forwarded': [404, 'Not an operation'],
  'malformed-request': [400, 'Malformed request', 'Only a purchase has a body that is passed on.'],
  'wrong-host': [
    421,
    'Another host',
    'The Host header names no host of this proxy. Call it by the address that it printed.',
  ],
  'web-page': [403, 'No web page'],
  'unknown-key': ['unauthenticated', 'No key'],
  'invalid-body': ['invalidBody', 'Body not passed on'],
  'body-too-large': [413, 'Body too large', `A body has at most ${MOST_BODY_BYTES} bytes here.`],
  // As a refusal of the caller: after it, no client can go on.
  'reference-of-another-key': [
    'ipNotAllowed',
    'Reference of another key',
    'Another client key has used this reference before: it was not passed on. Use a reference of its own for each purchase.',
  ],
  'no-purchases-left': ['ipNotAllowed', 'No purchases left'],
  'recording-ended': [
    'ipNotAllowed',
    'Recording ended',
    'The proxy can no longer record what it passes on. This was not passed on, and nothing will be until the proxy is started again: it says why where it runs.',
  ],
  'not-in-test-mode': ['ipNotAllowed', 'Not in TEST mode'],
  'target-failed': [502, 'No answer of the target'],
  'key-in-answer': [502, 'The key is in the answer'],
  'store-failed': [
    500,
    'Store failed',
    'The proxy has a fault of its own. Nothing more is known of this request: look it up.',
  ],
  'internal-error': [500, 'A fault that was ordered'],
  'bad-gateway': [502, 'A fault that was ordered'],
  unavailable: ['unavailable', 'A fault that was ordered'],
  'rate-limited': ['rateLimited', 'A fault that was ordered'],
} as const satisfies Record<string, Row>

export type RefusalCode = keyof typeof REFUSALS

/** An answer of the proxy's own, in the profile's shape; with the detail that is given, or the usual one. */
export function refusal(
  code: RefusalCode,
  { errors }: Profile,
  given?: string,
  retryAfterSeconds?: number,
): Answer {
  const [is, title, usual = '']: Row = REFUSALS[code]
  const status = typeof is === 'number' ? is : errors[is]
  const { body: text, contentType } = formatRefusal(errors.body, {
    status,
    code,
    title,
    detail: given ?? usual,
  })
  const headers = ['Content-Type', contentType, 'Cache-Control', 'no-store']
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
  return { status, headers, body: Buffer.from(text), text, kept: text }
}
