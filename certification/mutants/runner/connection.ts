import type { Outgoing } from '../../../mock-server/message/request.ts'
import type { Sandbox } from '../../sandbox.ts'

/** The error that `fetch` throws when a connection is lost. */
const lost = () => new TypeError('fetch failed: the connection was lost')

type Headers = Readonly<Record<string, string>> | readonly string[]
type Listener = (...status: number[]) => void

/**
 * The server's side of a connection without a socket. It has just what the mock needs to deliver an answer, or to lose
 * it by a fault. The delivery is recorded as over a socket.
 */
class Connection implements Outgoing {
  headersSent = false
  closed = false
  /** The answer that was written, whole or broken off. */
  readonly written: Promise<Response>
  readonly #written = Promise.withResolvers<Response>()
  readonly #listeners = new Set<Listener>()
  readonly #chunks: Uint8Array[] = []
  #head: { status: number; headers: [string, string][] } | undefined
  #finished = () => {}

  readonly socket = { destroy: () => this.#lose(), resetAndDestroy: () => this.#lose() }

  constructor() {
    this.written = this.#written.promise
    // A client that disconnects does not wait for the answer, so its rejection is handled here.
    this.written.catch(() => {})
  }

  /** @param headers an object, or a list in which names and values alternate. */
  writeHead(status: number, headers: Headers): void {
    this.headersSent = true
    this.#head = { status, headers: pairsOf(headers) }
  }

  write(chunk: Uint8Array, written: () => void): void {
    this.#chunks.push(chunk)
    queueMicrotask(written)
  }

  end(rest = '', encoding: BufferEncoding = 'utf8'): void {
    const bytes = Buffer.concat([...this.#chunks, Buffer.from(rest, encoding)])
    this.#written.resolve(new Response(bytes, this.#head))
    this.finish()
  }

  /** Without pipelining, a request can always be answered at once. */
  on(event: 'close' | 'socket', listener: () => void): void {
    if (event === 'close') this.#listeners.add(listener)
  }

  off(_event: 'close', listener: Listener): void {
    this.#listeners.delete(listener)
  }

  prependListener(_event: 'finish', listener: () => void): void {
    this.#finished = listener
  }

  once(_event: 'close', listener: Listener): void {
    this.#listeners.add(listener)
  }

  finish(): void {
    this.#finished()
    this.close()
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    for (const listener of this.#listeners) listener()
  }

  #lose(): void {
    if (this.#head === undefined) this.#written.reject(lost())
    else this.#written.resolve(new Response(brokenBody(), this.#head))
    this.close()
  }
}

function pairsOf(headers: Headers): [string, string][] {
  const list = Array.isArray(headers) ? (headers as readonly string[]) : Object.entries(headers).flat()
  return list.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : []))
}

function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(lost()) })
}

/**
 * Sends a request to a sandbox, as over a connection that can be lost.
 *
 * @param ends aborted when the client ends, and all its connections with it.
 * @throws the abort reason of the request or of `ends`; {TypeError} when the connection is lost.
 */
export async function sendOverConnection(
  fetch: Sandbox['fetch'],
  request: Request,
  ends: AbortSignal,
): Promise<Response> {
  const connection = new Connection()
  const { promise: hungUp, reject } = Promise.withResolvers<never>()
  const hangUp = ({ target }: Event) => {
    connection.close()
    reject(target instanceof AbortSignal ? target.reason : undefined)
  }
  for (const signal of [request.signal, ends]) signal.addEventListener('abort', hangUp, { once: true })
  try {
    return await Promise.race([connection.written, hungUp, answered(fetch, request, connection)])
  } finally {
    for (const signal of [request.signal, ends]) signal.removeEventListener('abort', hangUp)
  }
}

async function answered(
  fetch: Sandbox['fetch'],
  request: Request,
  connection: Connection,
): Promise<Response> {
  const response = await fetch(request, { outgoing: connection })
  if (response.headers.has('x-hono-already-sent')) return connection.written
  connection.headersSent = true
  const body = await response.arrayBuffer()
  connection.finish()
  return new Response(body, response)
}
