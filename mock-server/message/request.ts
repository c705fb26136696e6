import type { Outgoing } from './answer.ts'

/** What a transport knows about a call in addition to its request. */
export type Transport = {
  /** The caller's address, if it is passed: `app.fetch(request, { address: '203.0.113.7' })`. */
  readonly address?: string
  /**
   * The request of node:http, as `@hono/node-server` passes it. With it, the answer is written to `outgoing`; without it,
   * it is returned as a `Response`.
   */
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
  /** The caller's connection: a scripted fault can lose it. */
  readonly outgoing?: Outgoing
}

const IN_PROCESS = '127.0.0.1'
/** A socket whose peer has disconnected has no address any more. */
const GONE = 'unknown'

/** The address of a caller. A call without a socket comes from this process. */
export function addressOf(transport: Transport | undefined): string {
  if (transport?.address !== undefined) return transport.address
  return transport?.incoming === undefined ? IN_PROCESS : (transport.incoming.socket.remoteAddress ?? GONE)
}

/**
 * The transport of a call for a wrapper that changes requests or answers: the mock then takes the request from the
 * `Request` and returns a `Response`, and its faults can still lose the connection.
 */
export function withResponse(transport: Transport): Transport {
  const { outgoing } = transport
  return { address: addressOf(transport), ...(outgoing !== undefined && { outgoing }) }
}

/** A request from its transport, over a socket or in this process, without its body. */
export type Inbound = {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly target: string
  /** Names and values alternately, as they arrived. */
  readonly rawHeaders: readonly string[]
  /** A header's value; those with the same name joined (RFC 9110, section 5.3). */
  header(name: string): string | undefined
  /** The value of a parameter in the path, decoded. */
  parameter(name: string): string | undefined
  /** The first value of a parameter in the query, decoded. */
  query(name: string): string | undefined
  /** The address at the other end: the caller's, or that of a proxy. */
  readonly peer: string
  readonly connection: Outgoing | undefined
  /** Aborted when the caller no longer waits for the answer. */
  readonly gone: AbortSignal
}

export function requestTargetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

/** The body of a request, as far as it could be read. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  /** The caller disconnected in the middle of the body. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'encoded'; readonly encoding: string }

export const NO_BODY: RequestBody = { kind: 'none' }

const TOO_LARGE: RequestBody = { kind: 'too-large' }
const CUT: RequestBody = { kind: 'cut' }

const UTF8 = new TextDecoder('utf-8', { fatal: true })

type BodyHead = {
  readonly method: string
  readonly encoding: string | undefined
  /** The value of `Content-Length`. */
  readonly length: string | undefined
  readonly isChunked: boolean
}

/**
 * What the head alone decides, with a limit in bytes: that there is no body, or that it must not be read; else
 * undefined.
 */
export function bodyFromHead(
  { method, encoding, length, isChunked }: BodyHead,
  limit: number,
): RequestBody | undefined {
  // They need none, but a client may send one (RFC 9110, section 9.3.1), and a key in it.
  const isBare = method === 'GET' || method === 'HEAD' || method === 'TRACE'
  if (isBare && (length === undefined || length === '0') && !isChunked) return NO_BODY
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return { kind: 'encoded', encoding }
  return length === undefined || Number(length) <= limit ? undefined : TOO_LARGE
}

export class BodyReader {
  readonly #limit: number
  #chunks: Uint8Array[] = []
  #length = 0

  /** @param limit in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** @returns whether the body is still within the limit. */
  add(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk)
    this.#length += chunk.byteLength
    return this.#length <= this.#limit
  }

  end(): RequestBody {
    if (this.#length > this.#limit) return TOO_LARGE
    const [first] = this.#chunks
    return decoded(this.#chunks.length === 1 && first !== undefined ? first : this.#joined())
  }

  #joined(): Uint8Array {
    const all = new Uint8Array(this.#length)
    let end = 0
    for (const chunk of this.#chunks) {
      all.set(chunk, end)
      end += chunk.byteLength
    }
    return all
  }
}

/** Up to a limit in bytes. */
export async function readRequestBody(request: Request, limit: number): Promise<RequestBody> {
  const { method, headers } = request
  const value = (name: string) => headers.get(name) ?? undefined
  const head = {
    method,
    encoding: value('content-encoding'),
    length: value('content-length'),
    isChunked: false,
  }
  const known = bodyFromHead(head, limit)
  if (known !== undefined) return known
  const reader = new BodyReader(limit)
  try {
    for await (const chunk of request.body ?? []) if (!reader.add(chunk)) break
    return reader.end()
  } catch {
    return CUT
  }
}

function decoded(bytes: Uint8Array): RequestBody {
  try {
    return { kind: 'text', text: UTF8.decode(bytes) }
  } catch {
    return { kind: 'not-utf8' }
  }
}
