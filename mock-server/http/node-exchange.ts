import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf } from '../guards/peer.ts'
import type { Inbound } from '../message/inbound.ts'
import { decoded, type RequestBody } from '../message/request-body.ts'

/** A request as node:http hands it in, without a query. */
export class DirectInbound implements Inbound {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  readonly connection: ServerResponse
  readonly #incoming: IncomingMessage
  readonly #parameters: Readonly<Record<string, string>>
  #gone: AbortController | undefined

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    parameters: Readonly<Record<string, string>>,
  ) {
    this.method = incoming.method ?? ''
    this.target = incoming.url ?? ''
    this.rawHeaders = incoming.rawHeaders
    this.connection = outgoing
    this.#incoming = incoming
    this.#parameters = parameters
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }

  parameter(name: string): string | undefined {
    return this.#parameters[name]
  }

  query(): undefined {
    return undefined
  }

  get peer(): string {
    return addressOf({ incoming: this.#incoming })
  }

  get gone(): AbortSignal {
    this.#gone ??= abortedOnClose(this.connection)
    return this.#gone.signal
  }
}

function abortedOnClose(outgoing: ServerResponse): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!outgoing.writableFinished) controller.abort(new Error('The caller has gone.'))
  }
  if (outgoing.closed) abort()
  else outgoing.on('close', abort)
  return controller
}

/** Takes the body of a request, once: when it has arrived whole, or can't any more. */
export function takeBody(outgoing: ServerResponse, take: (body: RequestBody) => void): void {
  const { req: incoming } = outgoing
  const chunks: Buffer[] = []
  let isTaken = false
  const takeOnce = (body: RequestBody) => {
    if (!isTaken) take(body)
    isTaken = true
  }
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => takeOnce(decoded(joined(chunks))))
  incoming.on('close', () => takeOnce({ kind: 'cut' }))
  outgoing.once('malformed', (status: number) => takeOnce({ kind: 'malformed', status }))
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
}
