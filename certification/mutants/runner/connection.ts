import type { Outgoing } from '../../../mock-server/message/answer.ts'
import type { SandboxFetch } from '../../runner/sandbox.ts'

/** The error of a request whose connection is lost, as from `fetch`. */
const lost = () => new TypeError('fetch failed: the connection was lost')

/**
 * The service's side of a connection without a socket: as much as the mock needs to deliver an answer, or to
 * lose it by a scripted fault. Its delivery is recorded as over a socket.
 */
class Connection implements Outgoing {
  headersSent = false
  /** The part of the answer that the mock itself wrote: never all of it. */
  readonly broken: Promise<Response>
  readonly #broken = Promise.withResolvers<Response>()
  readonly #listeners: (() => void)[] = []
  #head: { status: number; headers: Readonly<Record<string, string>> } | undefined
  #finished = () => {}
  #isClosed = false

  readonly socket = { destroy: () => this.#lose(), resetAndDestroy: () => this.#lose() }

  constructor() {
    this.broken = this.#broken.promise
    // A client that disconnects does not wait for it, so its rejection is handled here.
    this.broken.catch(() => {})
  }

  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.headersSent = true
    this.#head = { status, headers }
  }

  write(_chunk: Uint8Array, written: () => void): void {
    queueMicrotask(written)
  }

  /** There is no pipelining: it can always be answered at once. */
  on(event: 'close' | 'socket', listener: () => void): void {
    if (event === 'close') this.#listeners.push(listener)
  }

  prependListener(_event: 'finish', listener: () => void): void {
    this.#finished = listener
  }

  once(): void {
    // A request over it is never malformed.
  }

  finish(): void {
    this.#finished()
    this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const listener of this.#listeners) listener()
  }

  #lose(): void {
    if (this.#head === undefined) this.#broken.reject(lost())
    else this.#broken.resolve(new Response(brokenBody(), this.#head))
    this.close()
  }
}

function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(lost()) })
}

/**
 * Sends a request to a sandbox as over a connection that can be lost.
 *
 * @param ends aborted when the client has gone, and all its connections with it.
 * @throws what the request's signal, or that one, is aborted for; {TypeError} when the connection is lost.
 */
export async function sendOverConnection(
  fetch: SandboxFetch['fetch'],
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
    return await Promise.race([connection.broken, hungUp, answered(fetch, request, connection)])
  } finally {
    for (const signal of [request.signal, ends]) signal.removeEventListener('abort', hangUp)
  }
}

async function answered(
  fetch: SandboxFetch['fetch'],
  request: Request,
  connection: Connection,
): Promise<Response> {
  const response = await fetch(request, { outgoing: connection })
  if (response.headers.has('x-hono-already-sent')) return connection.broken
  connection.headersSent = true
  const body = await response.arrayBuffer()
  connection.finish()
  return new Response(body, response)
}
