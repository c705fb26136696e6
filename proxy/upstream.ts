import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Profile } from '../contract/profile/profile.ts'
import { secretFinder } from '../contract/text/key-forms.ts'
import { unescaped } from '../contract/text/redact.ts'
import { authHeaderValue } from '../contract/wire/auth.ts'
import { failureText } from '../contract-tests/http/connection-failure.ts'
import {
  ACCEPTED_CODINGS,
  decodedBody,
  MOST_BODY_BYTES,
  TOO_LARGE,
} from '../contract-tests/http/content-coding.ts'
import { agentsBy, type HttpProxy, proxyHeaders, proxyRefusal } from '../contract-tests/http/proxy.ts'

/** A request as it is passed on. */
type Forwarded = {
  readonly method: string
  readonly target: string
  /** Names in small letters and values alternately, of those that are passed on. */
  readonly headers: readonly string[]
  readonly body: Buffer | null
}

/** An answer, read whole and without the headers of its connection. */
export type Answer = {
  readonly status: number
  /** Names and values alternately. */
  readonly headers: readonly string[]
  readonly body: Buffer
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

/** Headers of one connection (RFC 9110, section 7.6.1), and one that leads clients elsewhere. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|alt-svc)$/i

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
  const agent = proxy === undefined ? direct : agentsBy(proxy, true)[isSafe ? 'https:' : 'http:']
  const base = url.pathname.replace(/\/+$/, '')
  const holdsKey = keyFinder(key)
  const own = ['Host', url.host, profile.auth.header, authHeaderValue(profile.auth, key)]
  const byProxy = proxy === undefined || isSafe ? [] : Object.entries(proxyHeaders(proxy)).flat()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const open = isSafe ? httpsRequest : httpRequest

  return async ({ method, target, headers, body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const length = body === null ? [] : ['Content-Length', String(body.length)]
    const path = base + target
    const request = open({
      agent,
      method,
      host,
      ...(url.port !== '' && { port: url.port }),
      path: byProxy.length > 0 || (proxy !== undefined && !isSafe) ? url.origin + path : path,
      headers: [...own, ...byProxy, ...length, ...headers],
      setDefaultHeaders: false,
    })
    const late = setTimeout(
      () => request.destroy(new Error(`no whole answer within ${patienceMs / 1000} s`)),
      patienceMs,
    )
    request.on('response', resolve).on('error', reject)
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('it answered with another protocol'))
    })
    // As text, it goes out in one piece with the headers; in Latin-1, its bytes are as they were.
    if (body === null) request.end()
    else request.end(body.toString('latin1'), 'latin1')
    try {
      const response = await promise
      const refused = proxyRefusal(response, baseUrl, proxy)
      if (refused !== undefined) throw refused
      const answer = await answerOf(response)
      const { headers: named, text } = answer
      if (holdsKey(`${named.join('\n')}\n${response.statusMessage ?? ''}\n${text}`))
        return { failure: 'its answer holds the key', isEcho: true }
      return answer
    } catch (cause) {
      request.destroy()
      return { failure: failureText(cause as NodeJS.ErrnoException), isEcho: false }
    } finally {
      clearTimeout(late)
    }
  }
}

/**
 * The body of a message, undefined where it is longer than `most` bytes; the rest of it is not kept. By its events: an
 * iterator costs a tenth of what a small answer costs in all.
 */
export function chunksOf(message: IncomingMessage, most: number): Promise<readonly Buffer[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Buffer[] | undefined>()
  const chunks: Buffer[] = []
  let length = 0
  message.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > most) resolve(undefined)
    else chunks.push(chunk)
  })
  message.on('end', () => resolve(chunks)).on('error', reject)
  // An error costs a stack trace: it is made only where one is needed.
  message.on('close', () => message.complete || reject(new Error('the answer broke off')))
  return promise
}

/** Pieces of a body as one; most have only one. */
export function joined(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const chunks = await chunksOf(response, MOST_BODY_BYTES)
  if (chunks === undefined) throw new Error(TOO_LARGE)
  const body = joined(chunks)
  const coding = response.headers['content-encoding']
  const plain = coding === undefined ? body : await decodedBody(body, coding)
  const { rawHeaders } = response
  const named = new Set((response.headers.connection ?? '').toLowerCase().split(/\s*,\s*/))
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!OF_CONNECTION.test(name) && !named.has(name.toLowerCase()))
      headers.push(name, rawHeaders[index + 1] ?? '')
  }
  return { status: response.statusCode ?? 0, headers, body, text: plain.toString('utf8') }
}

/** Request headers that mean nothing but themselves: none names another host, method, address or key. */
const PASSED_ON =
  /^(?:accept|accept-language|content-type|user-agent|idempotency-key|traceparent|tracestate|x-request-id|x-correlation-id)$/

/** The headers of a request that are passed on. A content coding is asked for only if it can be read. */
export function passedOn(rawHeaders: readonly string[], isWithBody: boolean): string[] {
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (PASSED_ON.test(name) && (isWithBody || name !== 'content-type'))
      headers.push(name, rawHeaders[index + 1] ?? '')
    if (name === 'accept-encoding' && /gzip|deflate|br/.test(rawHeaders[index + 1] ?? ''))
      headers.push(name, ACCEPTED_CODINGS)
  }
  return headers
}

/** Tells whether a text holds the key in any form. */
export type HoldsKey = (text: string) => boolean

const MOST_LAYERS = 5
const ENTITY = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi

/**
 * Finds one key in any text: plain, in hexadecimal, in Base64, and each of them percent-encoded, escaped for JSON or
 * HTML, in UTF-16, or in several of these layers.
 */
export function keyFinder(key: string): HoldsKey {
  const find = secretFinder([key])
  return (text) => {
    let layer: string | undefined = text.includes('\0') ? text.replaceAll('\0', '') : text
    for (let depth = 0; layer !== undefined && depth <= MOST_LAYERS; depth += 1) {
      let isFound = false
      find(layer, () => {
        isFound = true
      })
      if (isFound) return true
      layer = withoutOneLayer(layer)
    }
    return false
  }
}

function withoutOneLayer(text: string): string | undefined {
  const plain = unescaped(text)?.text
  if (!text.includes('&#')) return plain
  const found = (plain ?? text).replace(ENTITY, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
  return found === text ? undefined : found
}
