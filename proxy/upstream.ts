import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'
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
import { agentsBy, type HttpProxy, proxyHeaders, proxyRefusal, SHARED } from '../contract-tests/http/proxy.ts'
import { type Answer, pairsOf, shaperOf } from './shape.ts'

type Forwarded = {
  readonly target: string
  readonly method?: string
  /** Names in small letters and values alternately, of those that are passed on. */
  readonly headers?: readonly string[]
  readonly body?: Buffer | null
  /** How long the whole answer may take. Default: {@link PATIENCE_MS}. */
  readonly patienceMs?: number
}

export type Outcome = Answer | { readonly failure: string; readonly isEcho: boolean }

export type Target = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The target's own key; no client has it. */
  readonly key: string
  readonly profile: Profile
  readonly proxy?: HttpProxy | undefined
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
export function forwardTo({ baseUrl, key, profile, proxy }: Target): Forward {
  const url = new URL(baseUrl)
  const isSafe = url.protocol === 'https:'
  const open = isSafe ? httpsRequest : httpRequest
  const agent =
    proxy === undefined
      ? new (isSafe ? HttpsAgent : HttpAgent)({ ...SHARED, timeout: IDLE_MS, maxSockets: MOST_CONNECTIONS })
      : agentsBy(proxy, true)[isSafe ? 'https:' : 'http:']
  const isByAddress = proxy !== undefined && !isSafe
  const base = (isByAddress ? url.origin : '') + url.pathname.replace(/\/+$/, '')
  const own = [
    ...['Host', url.host, profile.auth.header, authHeaderValue(profile.auth, key)],
    ...(isByAddress ? Object.entries(proxyHeaders(proxy)).flat() : []),
  ]
  const { hostname: host, port } = urlToHttpOptions(url)
  const to = { host, port, agent, setDefaultHeaders: false }
  const holdsKey = keyFinder(key)
  const shape = shaperOf(profile)
  const known = new Map<string, Outcome>()

  const outcomeOf = async (response: IncomingMessage): Promise<Outcome> => {
    const refused = proxyRefusal(response, baseUrl, proxy)
    if (refused !== undefined) throw refused
    const body = await readWhole(response, MOST_BODY_BYTES)
    if (body === undefined) throw new Error('the answer broke off')
    if (body.length > MOST_BODY_BYTES) throw new Error(TOO_LARGE)
    const { statusCode: status = 0, statusMessage = '', rawHeaders } = response
    if (status < 200) throw new Error(`its status is ${status}`)
    const whole = `${status} ${rawHeaders.length} ${statusMessage}\n${rawHeaders.join('\n')}\n${body.toString('latin1')}`
    const found = known.get(whole)
    if (found !== undefined) return found
    const coding = response.headers['content-encoding']
    const text = (coding === undefined ? body : await decodedBody(body, coding)).toString()
    const headers = handedOn(response)
    const outcome = holdsKey(`${headers.join('\n')}\n${statusMessage}\n${text}`)
      ? { failure: 'its answer holds the key', isEcho: true }
      : { status, headers, body, text, kept: shape(text) }
    if (known.size >= MOST_KNOWN) known.clear()
    if (whole.length <= LONGEST_KNOWN) known.set(whole, outcome)
    return outcome
  }

  return ({ target, method = 'GET', headers = [], body = null, patienceMs = PATIENCE_MS }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const length = body === null ? [] : ['Content-Length', String(body.length)]
    const request = open({ ...to, method, path: base + target, headers: [...own, ...length, ...headers] })
    // Made only when it is late: the stack of an error costs a tenth of what a small answer costs in all.
    const late = () => new Error(`no whole answer within ${patienceMs / 1000} s`)
    const timeout = setTimeout(() => request.destroy(late()), patienceMs)
    request.on('error', reject).on('response', (response) => outcomeOf(response).then(resolve, reject))
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('it answered with another protocol'))
    })
    inTurn(() => request.end(...inOnePiece(body)))
    return promise
      .catch((cause: Error): Outcome => {
        request.destroy()
        return { failure: failureText(cause), isEcho: false }
      })
      .finally(() => clearTimeout(timeout))
  }
}

/**
 * Sends something with all that others send in one turn of the event loop: to wake who waits for one message costs more than
 * to write it, and who is awake takes the next ones, too.
 */
export function inTurn(send: () => void): void {
  setImmediate(setImmediate, send)
}

/** A body as `end` takes it: as characters of Latin-1 it leaves in one write with its head, and bytes don't. */
export function inOnePiece(body: Buffer | null): [body: string, encoding: 'latin1'] {
  return [body?.toString('latin1') ?? '', 'latin1']
}

/**
 * Reads the body of a message; of one that is longer than `most` bytes the rest is not kept. By its events: an iterator
 * costs a tenth of what a small answer costs in all.
 *
 * @returns undefined for one that broke off.
 */
export function readWhole(message: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  const chunks: Buffer[] = []
  let length = 0
  const finish = () => resolve(Buffer.concat(chunks))
  message.on('data', (chunk: Buffer) => {
    if (length > most) return
    length += chunk.length
    chunks.push(chunk)
    if (length > most) finish()
  })
  message.on('end', finish).on('error', () => {})
  message.on('close', () => resolve(undefined))
  return promise
}

function handedOn({ rawHeaders, headers: { connection = '' } }: IncomingMessage): string[] {
  const named = connection.toLowerCase().split(/\s*,\s*/)
  return pairsOf(rawHeaders)
    .filter(([name]) => !OF_CONNECTION.test(name.toLowerCase()) && !named.includes(name.toLowerCase()))
    .flat()
}

/** Request headers that mean nothing but themselves: none names another host, method, address or key. */
const PASSED_ON = new Set([
  ...['accept', 'accept-language', 'content-type', 'user-agent', 'idempotency-key'],
  ...['traceparent', 'tracestate', 'x-request-id', 'x-correlation-id'],
])

/** The headers of a request that are passed on. A content coding is asked for only if it can be read. */
export function passedOn(rawHeaders: readonly string[], isWithBody: boolean): string[] {
  return pairsOf(rawHeaders).flatMap(([given, value]) => {
    const name = given.toLowerCase()
    if (PASSED_ON.has(name) && (isWithBody || name !== 'content-type')) return [name, value]
    return name === 'accept-encoding' && /gzip|deflate|br/.test(value) ? [name, ACCEPTED_CODINGS] : []
  })
}

/**
 * Tells whether a text holds one key in any text: plain, in hexadecimal, in Base64, and each of them percent-encoded, escaped for JSON or
 * HTML, in UTF-16, or in several of these layers.
 */
export function keyFinder(key: string): (text: string) => boolean {
  const find = secretFinder([key])
  return (text) => findsIn(text.replaceAll('\0', ''), find)
}
