/** What a transport knows about a call besides its request. */
export type Transport = {
  /** The caller's address, if it is passed: `app.fetch(request, { address: '203.0.113.7' })`. */
  readonly address?: string
  /** The request of node:http, as `@hono/node-server` passes it. */
  readonly incoming?: Incoming
  /** The server's side of the connection: what loses an answer. Without one, a lost answer rejects. */
  readonly outgoing?: Outgoing
  /** Whether a client sees that an answer was cut. Default: yes. */
  readonly canCut?: boolean
}

/** The part of node:http's request that a `Request` does not show. */
type Incoming = {
  /** Names and values alternately, as they arrived. */
  readonly rawHeaders: readonly string[]
  readonly rawTrailers: readonly string[]
  readonly socket: { readonly remoteAddress?: string | undefined }
  /** Whether all of the request has arrived. */
  readonly complete: boolean
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
  pause(): unknown
}

/** The part of node:http's response that loses an answer, and tells how far one got. */
export type Outgoing = {
  readonly headersSent: boolean
  /** Null before it is the turn of this answer on its connection, and after it has left. */
  readonly socket: {
    readonly destroyed?: boolean
    readonly errored?: Error | null
    destroy(): unknown
    resetAndDestroy?(): unknown
  } | null
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  write(chunk: Uint8Array, written: () => void): unknown
  /** `socket`: it is the turn of this answer on its connection. */
  on(event: 'close' | 'socket', listener: () => void): unknown
  /** Everything was written; on Node 22 also if the connection broke. */
  prependListener(event: 'finish', listener: () => void): unknown
}

const IN_PROCESS = '127.0.0.1'
/** A socket whose peer has disconnected has no address any more. */
const GONE = 'unknown'

/** The address of a caller. A call without a socket comes from this process. */
export function addressOf(transport: Transport | undefined): string {
  if (transport?.address !== undefined) return transport.address
  return transport?.incoming === undefined ? IN_PROCESS : (transport.incoming.socket.remoteAddress ?? GONE)
}

/** Names and values alternately, as they arrived. */
export function rawHeadersOf(request: Request, transport: Transport | undefined): readonly string[] {
  return transport?.incoming?.rawHeaders ?? [...request.headers].flat()
}

/** Path and query, as they were sent. */
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

/** It keeps a byte-order mark, with which JSON must not begin (RFC 8259, section 8.1). */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Methods without a body: a client may send one all the same (RFC 9110, section 9.3.1), and a key in it. */
const BARE_METHODS: readonly string[] = ['GET', 'HEAD', 'TRACE']

/** Reads a body of at most `limit` bytes. Over a connection no more is read of a longer one. */
export async function readRequestBody(
  request: Request,
  limit: number,
  incoming?: Incoming,
): Promise<RequestBody> {
  const { method, headers } = request
  const length = headers.get('content-length')
  const isBare = BARE_METHODS.includes(method)
  if (isBare && (length ?? '0') === '0' && !headers.has('transfer-encoding')) return { kind: 'none' }
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return { kind: 'encoded', encoding }
  if (Number(length) > limit) return { kind: 'too-large' }
  try {
    const bytes = incoming === undefined ? await request.arrayBuffer() : await received(incoming, limit)
    return decoded(bytes, limit)
  } catch {
    return { kind: 'cut' }
  }
}

/** What comes over a connection, until it is past the limit. The connection stays open for the answer. */
function received(incoming: Incoming, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const finish = () => resolve(joined(chunks, length))
    incoming.on('data', (chunk) => {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length <= limit) return
      incoming.pause()
      finish()
    })
    incoming.on('end', finish)
    incoming.on('close', () => {
      // It comes after every request, and an error has a stack to collect.
      if (!incoming.complete) reject(new Error('The caller has gone.'))
    })
  })
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks
  if (chunks.length === 1 && first !== undefined) return first
  const all = new Uint8Array(length)
  let end = 0
  for (const chunk of chunks) {
    all.set(chunk, end)
    end += chunk.byteLength
  }
  return all
}

function decoded(bytes: Uint8Array | ArrayBuffer, limit: number): RequestBody {
  if (bytes.byteLength > limit) return { kind: 'too-large' }
  try {
    return { kind: 'text', text: UTF8.decode(bytes) }
  } catch {
    return { kind: 'not-utf8' }
  }
}
