import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Profile } from '../contract/profile/profile.ts'
import { findsIn, secretFinder } from '../contract/text/redact.ts'
import { authHeaderValue } from '../contract/wire/auth.ts'
import { failureText } from '../contract-tests/http/connection-failure.ts'
import {
  ACCEPTED_CODINGS,
  decodedBody,
  MOST_BODY_BYTES,
  TOO_LARGE,
} from '../contract-tests/http/http-client.ts'
import { agentsBy, type HttpProxy, proxyHeaders, proxyRefusal } from '../contract-tests/http/proxy.ts'

/** A request as it is passed on. */
type Forwarded = {
  readonly method: string
  readonly target: string
  /** Names in small letters and values alternately, of those that are passed on. */
  readonly headers: readonly string[]
  /** Its bytes, as characters of Latin-1. */
  readonly body: string | null
}

/** An answer, read whole and without the headers of its connection. */
export type Answer = {
  readonly status: number
  /** Names and values alternately. */
  readonly headers: readonly string[]
  /** Its bytes, as characters of Latin-1: so it goes out in one piece with its headers. */
  readonly body: string
  /** The body without its content codings. */
  readonly text: string
}

/** What came of a request that was passed on. */
export type Outcome = Answer | { readonly failure: string; readonly isEcho: boolean }

/** The environment that requests are passed on to. */
export type Target = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The target's own key; no client has it. */
  readonly key: string
  readonly profile: Profile
  /** The proxy that it is reached by. Default: none. */
  readonly proxy?: HttpProxy | undefined
  /** How long an answer may take. Default: 120 seconds. */
  readonly patienceMs?: number
}

/** Passes a request on. Never rejects: what fails is an outcome. */
export type Forward = (request: Forwarded) => Promise<Outcome>

const PATIENCE_MS = 120_000
/** Shorter than any server keeps a connection: a purchase on one that was closed would have an unknown outcome. */
const IDLE_MS = 1_000
const MOST_CONNECTIONS = 256
/** Many requests get the same answer: so many of them are looked through once. */
const MOST_KNOWN = 100
const LONGEST_KNOWN = 2_048

/** Headers of one connection (RFC 9110, section 7.6.1), and one that leads clients elsewhere. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|alt-svc)$/

/** Passes requests on to a target, with its key; no redirect is followed, and no answer is handed on that holds the key. */
export function forwardTo({ baseUrl, key, profile, proxy, patienceMs = PATIENCE_MS }: Target): Forward {
  const url = new URL(baseUrl)
  const isSafe = url.protocol === 'https:'
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxSockets: MOST_CONNECTIONS,
    scheduling: 'lifo',
  } as const
  const direct = isSafe ? new HttpsAgent(options) : new HttpAgent(options)
  const isByAddress = proxy !== undefined && !isSafe
  const agent = proxy === undefined ? direct : agentsBy(proxy, true)[isSafe ? 'https:' : 'http:']
  const base = url.pathname.replace(/\/+$/, '')
  const holdsKey = keyFinder(key)
  const own = ['Host', url.host, profile.auth.header, authHeaderValue(profile.auth, key)]
  const byProxy = isByAddress ? Object.entries(proxyHeaders(proxy)).flat() : []
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const open = isSafe ? httpsRequest : httpRequest

  const outcomeOf = (response: IncomingMessage, body: string, text: string): Outcome => {
    const headers = handedOn(response)
    const isEcho = holdsKey(`${headers.join('\n')}\n${response.statusMessage ?? ''}\n${text}`)
    const status = response.statusCode ?? 0
    return isEcho ? { failure: 'its answer holds the key', isEcho } : { status, headers, body, text }
  }
  const known = new Map<string, Outcome>()
  const plainly = (response: IncomingMessage, body: string): Outcome => {
    const { statusCode, statusMessage, rawHeaders } = response
    const name = `${statusCode} ${rawHeaders.length} ${statusMessage}\n${rawHeaders.join('\n')}\n${body}`
    const found = known.get(name)
    if (found !== undefined) return found
    const outcome = outcomeOf(response, body, textOf(body))
    if (known.size >= MOST_KNOWN) known.clear()
    if (name.length <= LONGEST_KNOWN) known.set(name, outcome)
    return outcome
  }

  return ({ method, target, headers, body }) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const length = body === null ? [] : ['Content-Length', String(body.length)]
    const path = base + target
    const request = open({
      agent,
      method,
      host,
      ...(url.port !== '' && { port: url.port }),
      path: isByAddress ? url.origin + path : path,
      headers: [...own, ...byProxy, ...length, ...headers],
      setDefaultHeaders: false,
    })
    const late = setTimeout(
      () => request.destroy(new Error(`no whole answer within ${patienceMs / 1000} s`)),
      patienceMs,
    )
    const end = (outcome: Outcome) => {
      clearTimeout(late)
      resolve(outcome)
    }
    const fail = (cause: Error) => {
      request.destroy()
      end({ failure: failureText(cause), isEcho: false })
    }
    request.on('error', fail).on('response', (response) => {
      const refused = proxyRefusal(response, baseUrl, proxy)
      if (refused !== undefined) return fail(refused)
      readWhole(response, MOST_BODY_BYTES, (body) => {
        const coding = response.headers['content-encoding']
        if (typeof body !== 'string') fail(body.isTooLong ? new Error(TOO_LARGE) : BROKEN_OFF)
        else if (coding === undefined) end(plainly(response, body))
        else
          decodedBody(Buffer.from(body, 'latin1'), coding)
            .then((plain) => end(outcomeOf(response, body, plain.toString('utf8'))))
            .catch(fail)
      })
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(new Error('it answered with another protocol'))
    })
    sentTogether(request, body)
    return promise
  }
}

/**
 * Ends a message, with all others that one turn of the event loop ends: to wake who waits for one costs more than to write
 * it, and who is awake takes the next ones, too.
 *
 * @param body its bytes, as characters of Latin-1: as text, they leave in one piece with the head.
 */
export function sentTogether(message: ClientRequest | ServerResponse, body: string | null): void {
  setImmediate(setImmediate, () => {
    if (body === null) message.end()
    else message.end(body, 'latin1')
  })
}

const BROKEN_OFF = new Error('the answer broke off')

/** Why a body was not read to its end. */
export type Unread = { readonly isTooLong: boolean }

/**
 * Reads the body of a message, as characters of Latin-1. Of one that is longer than `most` bytes the rest is not kept. By
 * its events: an iterator costs a tenth of what a small answer costs in all.
 */
export function readWhole(
  message: IncomingMessage,
  most: number,
  take: (body: string | Unread) => void,
): void {
  let body = ''
  let isOver = false
  const end = (found: string | Unread) => {
    if (!isOver) take(found)
    isOver = true
  }
  message.on('data', (chunk: Buffer) => {
    if (isOver) return
    body += chunk.toString('latin1')
    if (body.length > most) end({ isTooLong: true })
  })
  message.on('end', () => end(body)).on('error', () => {})
  message.on('close', () => end({ isTooLong: false }))
}

const ASCII = /^[\0-\x7f]*$/

/** The text of bytes in UTF-8, given as characters of Latin-1. */
export function textOf(bytes: string): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The bytes of a text in UTF-8, as characters of Latin-1. */
export function bytesOf(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1')
}

/** The headers of an answer that are not those of its connection. */
function handedOn({ rawHeaders, headers: { connection = '' } }: IncomingMessage): string[] {
  const named = connection.toLowerCase().split(/\s*,\s*/)
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const lower = name.toLowerCase()
    if (!OF_CONNECTION.test(lower) && !named.includes(lower)) headers.push(name, rawHeaders[index + 1] ?? '')
  }
  return headers
}

/** Request headers that mean nothing but themselves: none names another host, method, address or key. */
const PASSED_ON = new Set([
  ...['accept', 'accept-language', 'content-type', 'user-agent', 'idempotency-key'],
  ...['traceparent', 'tracestate', 'x-request-id', 'x-correlation-id'],
])

/** The headers of a request that are passed on. A content coding is asked for only if it can be read. */
export function passedOn(rawHeaders: readonly string[], isWithBody: boolean): string[] {
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const value = rawHeaders[index + 1] ?? ''
    if (PASSED_ON.has(name) && (isWithBody || name !== 'content-type')) headers.push(name, value)
    if (name === 'accept-encoding' && /gzip|deflate|br/.test(value)) headers.push(name, ACCEPTED_CODINGS)
  }
  return headers
}

/**
 * Tells whether a text holds one key in any text: plain, in hexadecimal, in Base64, and each of them percent-encoded, escaped for JSON or
 * HTML, in UTF-16, or in several of these layers.
 */
export function keyFinder(key: string): (text: string) => boolean {
  const find = secretFinder([key])
  return (text) => findsIn(text.includes('\0') ? text.replaceAll('\0', '') : text, find)
}
