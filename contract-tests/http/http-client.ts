import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import type { OperationId } from '../../contract/wire/operations.ts'
import { agentsBy, type HttpProxy, proxyHeaders, proxyRefusal, SHARED } from './proxy.ts'

export type SentRequest = {
  readonly operation: OperationId | null
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Received = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the body began with a byte-order mark, which is removed. */
  readonly hasMark?: boolean
}

/**
 * Sends one request and reads its whole answer. Rejects if none arrived, and its message says why. An aborted signal
 * cancels the request.
 */
type Dispatch = (baseUrl: string, sent: SentRequest, signal?: AbortSignal) => Promise<Received>

export type Network = {
  readonly dispatch: Dispatch
  /**
   * Writes a complete request, and closes its connection after this many milliseconds; 0 closes at once. An aborted
   * signal closes it, too. Resolves once it is closed, to `true` if no answer had begun by then. Never rejects.
   */
  readonly cut: (
    baseUrl: string,
    sent: SentRequest,
    afterMs: number,
    signal?: AbortSignal,
  ) => Promise<boolean>
}

/**
 * How long an answer may take to begin, and as long again to end; also how long a connection may take to open and to
 * accept a request.
 */
const PATIENCE_MS = 15_000

/**
 * Sends requests over sockets, through a proxy if there is one. It follows no redirect, and treats no status as an
 * error.
 */
export function socketNetwork(proxy?: HttpProxy): Network {
  return {
    // A purchase has its own connection. On a shared one that turns out to be closed, it could not be sent again
    // safely.
    dispatch: (baseUrl, sent, signal) =>
      exchange(baseUrl, sent, { signal, mayShare: sent.body === null, proxy }),
    cut: (baseUrl, { target, body, ...rest }, afterMs, ending) =>
      new Promise((resolve) => {
        const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(ending ? [ending] : [])])
        // With its own connection, closing it does not affect another request.
        const request = openRequest(baseUrl + target, { ...rest, signal, mayShare: false, proxy })
        let hasAnswer = false
        request.on('response', (response) => {
          hasAnswer = true
          response.resume()
        })
        request.on('close', () => resolve(!hasAnswer)).on('error', () => resolve(!hasAnswer))
        const leave = () => request.destroy()
        // "At once" means before any answer can be read.
        request.on('finish', () => (afterMs > 0 ? setTimeout(leave, afterMs) : leave()))
        request.end(body)
      }),
  }
}

type Opening = {
  /** Whether the request may share a connection with others. */
  readonly mayShare: boolean
  readonly proxy: HttpProxy | undefined
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** The platform's default agents may depend on the environment of the process; these don't. */
const DIRECT = { 'http:': new HttpAgent(SHARED), 'https:': new HttpsAgent(SHARED) }

/** Opens a request over http or https, directly or through a proxy. It is sent when it is ended. */
export function openRequest(address: string, { mayShare, proxy, signal, ...rest }: Opening): ClientRequest {
  const url = new URL(address)
  const isSafe = url.protocol === 'https:'
  const protocol = isSafe ? 'https:' : 'http:'
  const agent = proxy === undefined ? mayShare && DIRECT[protocol] : agentsBy(proxy, mayShare)[protocol]
  const options: RequestOptions = { ...rest, agent, ...(signal && { signal }) }
  if (isSafe) return httpsRequest(url, options)
  if (proxy === undefined) return httpRequest(url, options)
  // A proxy for plain http expects the whole address (RFC 9112, section 3.2.2).
  return httpRequest(url, {
    ...options,
    headers: { ...rest.headers, ...proxyHeaders(proxy) },
    path: url.href,
  })
}

function exchange(baseUrl: string, sent: SentRequest, way: Omit<Opening, 'headers'>): Promise<Received> {
  const { target, body, method, headers } = sent
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const request = openRequest(baseUrl + target, { ...way, method, headers })
  const late = new Error(`no answer within ${PATIENCE_MS / 1000} s`)
  const timeout = setTimeout(() => request.destroy(late), PATIENCE_MS)
  request.on('response', (response) => {
    timeout.refresh()
    const refused = proxyRefusal(response, baseUrl, way.proxy)
    if (refused === undefined) return resolve(received(response))
    request.destroy()
    reject(refused)
  })
  request.on('error', (cause: NodeJS.ErrnoException) => {
    const isStale = request.reusedSocket && cause.code === 'ECONNRESET'
    if (isStale) resolve(exchange(baseUrl, sent, { ...way, mayShare: false }))
    else reject(cause)
  })
  request.end(body ?? undefined)
  return promise.finally(() => clearTimeout(timeout))
}

async function received(response: IncomingMessage): Promise<Received> {
  const body = await decodedBody(await bytesOf(response), response.headers['content-encoding'])
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    // Like fetch, drops a byte-order mark, which a parser may ignore (RFC 8259, section 8.1).
    body: new TextDecoder().decode(body),
    hasMark: body.subarray(0, 3).equals(BYTE_ORDER_MARK),
  }
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      length += chunk.length
      if (length > MOST_BODY_BYTES) throw new Error(TOO_LARGE)
      chunks.push(chunk)
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw code === 'ECONNRESET' ? new Error('the answer broke off', { cause }) : cause
  }
  return Buffer.concat(chunks)
}

/** The longest body that is read, before and after decoding: 4 MiB. */
const MOST_BODY_BYTES = 4 * 1024 * 1024

const TOO_LARGE = 'its body was cut: it is larger than 4 MiB'

/**
 * The content codings that a request asks for (RFC 9110, section 12.5.3), which are exactly those that can be decoded.
 */
export const ACCEPTED_CODINGS = 'gzip, deflate, br'

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>

const withHeader: Decoder = promisify(inflate)
const raw: Decoder = promisify(inflateRaw)

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  // Some servers send raw deflate, without the header of RFC 1950.
  ['deflate', (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? withHeader : raw)(body, options)],
  ['br', promisify(brotliDecompress)],
])

/**
 * Removes the content codings of a body, the last one first (RFC 9110, section 8.4).
 *
 * @throws {Error} if the body can't be decoded, or is too large. The message says which.
 */
async function decodedBody(body: Buffer, contentEncoding = ''): Promise<Buffer> {
  const codings = contentEncoding.toLowerCase().split(',')
  let decoded = body
  for (const coding of codings.map((name) => name.trim()).toReversed()) {
    if (coding === '' || coding === 'identity' || decoded.length === 0) continue
    const decode = DECODERS.get(coding)
    if (decode === undefined)
      throw new Error(
        `its body has the content coding ${coding}, and only ${ACCEPTED_CODINGS} were asked for`,
      )
    decoded = await decode(decoded, { maxOutputLength: MOST_BODY_BYTES }).catch((cause) => {
      const isTooLarge = cause.code === 'ERR_BUFFER_TOO_LARGE'
      const reason = isTooLarge ? TOO_LARGE : `its ${coding} body can't be decoded: ${cause.message}`
      throw new Error(reason, { cause })
    })
  }
  return decoded
}
