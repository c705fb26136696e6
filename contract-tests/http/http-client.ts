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
  /** Whether a byte-order mark stood before the body, which is read without it. */
  readonly hasMark?: boolean
}

/**
 * Sends one request, and reads its whole answer. Rejects if none arrived, with the reason as its message. An aborted
 * signal cancels the request.
 */
type Dispatch = (baseUrl: string, sent: SentRequest, signal?: AbortSignal) => Promise<Received>

export type Network = {
  readonly dispatch: Dispatch
  /**
   * Writes a complete request, and closes its connection this many milliseconds later; 0 closes at once. An aborted
   * signal closes it, too. Resolves once it is closed, and never rejects: to `true` if no answer had begun by then.
   */
  readonly cut: (
    baseUrl: string,
    sent: SentRequest,
    afterMs: number,
    signal?: AbortSignal,
  ) => Promise<boolean>
}

/** How long an answer may take to begin, and again to end; and a connection to open, and to take a request. */
const PATIENCE_MS = 15_000

/**
 * Sends requests as they are written, over sockets, by a proxy where there is one. No redirect is followed, and no status
 * is an error.
 */
export function socketNetwork(proxy?: HttpProxy): Network {
  return {
    // A purchase has its own connection: it can't be sent again when a shared one turns out to be closed.
    dispatch: (baseUrl, sent, signal) =>
      exchange(baseUrl, sent, { signal, mayShare: sent.body === null, proxy }),
    cut: (baseUrl, { target, body, ...rest }, afterMs, ending) =>
      new Promise((resolve) => {
        const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(ending ? [ending] : [])])
        // A connection of its own: closing it must not affect another request.
        const request = openRequest(baseUrl + target, { ...rest, signal, mayShare: false, proxy })
        let hasAnswer = false
        request.on('response', (response) => {
          hasAnswer = true
          response.resume()
        })
        request.on('close', () => resolve(!hasAnswer)).on('error', () => resolve(!hasAnswer))
        const leave = () => request.destroy()
        // At once means before any answer can be read.
        request.on('finish', () => (afterMs > 0 ? setTimeout(leave, afterMs) : leave()))
        request.end(body)
      }),
  }
}

type Opening = {
  /** Whether it may use a connection that others use. */
  readonly mayShare: boolean
  readonly proxy: HttpProxy | undefined
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** What the platform does by itself may depend on the environment of the process; these agents don't. */
const DIRECT = { 'http:': new HttpAgent(SHARED), 'https:': new HttpsAgent(SHARED) }

/** Opens a request to an address of http or https, directly or by a proxy. It is sent when it is ended. */
export function openRequest(address: string, { mayShare, proxy, signal, ...rest }: Opening): ClientRequest {
  const url = new URL(address)
  const isSafe = url.protocol === 'https:'
  const protocol = isSafe ? 'https:' : 'http:'
  const agent = proxy === undefined ? mayShare && DIRECT[protocol] : agentsBy(proxy, mayShare)[protocol]
  const options: RequestOptions = { ...rest, agent, ...(signal && { signal }) }
  if (isSafe) return httpsRequest(url, options)
  if (proxy === undefined) return httpRequest(url, options)
  // A proxy of plain http is asked for the whole address (RFC 9112, section 3.2.2).
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
    // As fetch reads it: without a byte-order mark, which a parser may ignore (RFC 8259, section 8.1).
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

/** Longer bodies are not read: 4 MiB, in bytes, before and after decoding. */
const MOST_BODY_BYTES = 4 * 1024 * 1024

const TOO_LARGE = 'its body was cut: it is larger than 4 MiB'

/** The content codings that a request asks for (RFC 9110, section 12.5.3): exactly those that are read. */
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
 * A body without its content codings (RFC 9110, section 8.4), the last one removed first.
 *
 * @throws {Error} when it can't be decoded, or is too large: its message says why.
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
