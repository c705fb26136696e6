import type { IncomingMessage } from 'node:http'
import type { OperationId } from '../../contract/wire/operations.ts'
import { decodedBody, MOST_BODY_BYTES, TOO_LARGE } from './content-coding.ts'
import { openRequest } from './open-request.ts'
import { type HttpProxy, proxyRefusal } from './proxy.ts'

/** A request as the suite sends it. */
export type SentRequest = {
  readonly operation: OperationId | null
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** An answer as it was received. */
export type Received = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Sends one request, and reads its whole answer. Rejects if none arrived, with the reason as its message. An aborted
 * signal cancels the request.
 */
export type Dispatch = (baseUrl: string, sent: SentRequest, signal?: AbortSignal) => Promise<Received>

/** How long an answer may take to begin, and again to end. */
const ANSWER_TIMEOUT_MS = 15_000

/** Sends a request as it is written, over a socket. No redirect is followed, and no status is an error. */
export const overSocket: Dispatch = socketDispatch(undefined)

/** Sends requests as {@link overSocket} does, by a proxy where there is one. */
export function socketDispatch(proxy: HttpProxy | undefined): Dispatch {
  return (baseUrl, sent, signal) => exchange(baseUrl, sent, { signal, mayShare: sent.body === null, proxy })
}

type Sending = {
  readonly signal: AbortSignal | undefined
  readonly mayShare: boolean
  readonly proxy: HttpProxy | undefined
}

function exchange(baseUrl: string, sent: SentRequest, sending: Sending): Promise<Received> {
  const { signal, ...route } = sending
  const { method, target, headers, body } = sent
  const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  // A purchase has its own connection: it can't be sent again when a shared one turns out to be closed.
  const request = openRequest(baseUrl + target, {
    ...route,
    method,
    headers: { ...headers, ...length },
    ...(signal && { signal }),
  })
  const timeout = setTimeout(
    () => request.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_MS / 1000} s`)),
    ANSWER_TIMEOUT_MS,
  )
  request.on('response', (response) => {
    timeout.refresh()
    const refused = proxyRefusal(response, baseUrl, route.proxy)
    if (refused === undefined) return resolve(received(response))
    request.destroy()
    reject(refused)
  })
  request.on('error', (cause: NodeJS.ErrnoException) => {
    const isStale = request.reusedSocket && cause.code === 'ECONNRESET'
    if (isStale) resolve(exchange(baseUrl, sent, { ...sending, mayShare: false }))
    else reject(cause)
  })
  request.end(body ?? undefined)
  return promise.finally(() => clearTimeout(timeout))
}

async function received(response: IncomingMessage): Promise<Received> {
  const body = await decodedBody(await bytesOf(response), response.headers['content-encoding'])
  return { status: response.statusCode ?? 0, headers: flat(response.headers), body: body.toString('utf8') }
}

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

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
