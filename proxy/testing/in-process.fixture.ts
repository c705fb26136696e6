import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeSandbox, type SandboxPlan } from '../../certification/runner/sandbox.ts'
import { systemClock } from '../../contract/clock.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { Outgoing } from '../../mock-server/message/answer.ts'
import { handle, type Way } from '../handle.ts'
import { ProxyJournal } from '../journal.ts'
import { answerRecorder } from '../shape.ts'
import { ProxyStore } from '../store.ts'
import { type Forward, pairsOf } from '../upstream.ts'

const CLIENT_KEY = 'pk_test_5d0c8a7f31b94e62a0f7c1d2e3b4a596'

/**
 * A proxy without a socket, before a scripted service whose cards lose nothing: what is lost, refused or late is the proxy's
 * doing. It takes the place of a sandbox of the mock.
 */
export function proxiedSandbox(plan: SandboxPlan) {
  const clock = plan.clock ?? systemClock
  const service = makeSandbox({ ...plan, scenarios: plan.scenarios.map((one) => ({ ...one, faults: [] })) })
  const store = new ProxyStore(null, 'in process', clock.now())
  const { profile } = plan
  const journal = new ProxyJournal(store, clock, profile, service.key)
  const forward: Forward = async ({ method, target, headers, body }) => {
    const auth: [string, string] = [profile.auth.header, authHeaderValue(profile.auth, service.key)]
    const request = new Request(`http://service.example${target}`, {
      method,
      headers: [...pairsOf(headers), auth],
      body: body && new Uint8Array(Buffer.from(body, 'latin1')),
    })
    const response = await service.fetch(request)
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      isOfTarget: true,
      status: response.status,
      headers: [...response.headers].flat(),
      body: bytes.toString('latin1'),
      text: bytes.toString(),
    }
  }
  const way: Way = {
    ...{ profile, keys: null, hosts: ['partner.example'], targetKey: service.key },
    ...{ journal, store, clock, forward, maxPurchases: 1_000_000, record: answerRecorder(profile) },
    ...{ isTest: () => true, onFault: () => {}, clients: new Map() },
    scripts: new Map(plan.scenarios.map(({ sku, faults }) => [sku, faults])),
  }
  return {
    key: CLIENT_KEY,
    openingBalance: null,
    listen: (listener: Parameters<ProxyJournal['listen']>[0]) => journal.listen(listener),
    elapsedMs: () => journal.elapsedMs(),
    fetch: (request: Request, transport: object = {}) =>
      answered(way, request, (transport as { outgoing: Outgoing }).outgoing),
  }
}

/** A request of `fetch` as node:http has it, and its answer as a response of `fetch`, over a connection that can be lost. */
async function answered(way: Way, request: Request, outgoing: Outgoing): Promise<Response> {
  const bytes = Buffer.from(await request.arrayBuffer())
  const { pathname, search, host } = new URL(request.url)
  const headers: Record<string, string> = {
    ...Object.fromEntries(request.headers),
    host,
    'content-length': String(bytes.length),
  }
  const incoming = {
    ...{
      method: request.method,
      url: pathname + search,
      headers,
      rawHeaders: Object.entries(headers).flat(),
      headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    },
    on(event: string, listener: (chunk?: Buffer) => void) {
      if (event === 'data') queueMicrotask(() => listener(bytes))
      if (event === 'end') queueMicrotask(listener)
      return incoming
    },
  }
  const response = new FakeResponse(outgoing)
  // As much of the two as the proxy reads.
  void handle(way, incoming as unknown as IncomingMessage, response as unknown as ServerResponse)
  return response.sent
}

class FakeResponse {
  headersSent = false
  destroyed = false
  closed = false
  readonly sent: Promise<Response>
  readonly socket: { destroyed: boolean; destroy(): void; resetAndDestroy(): void; setNoDelay(): void }
  readonly #sent = Promise.withResolvers<Response>()
  readonly #closers = new Set<() => void>()
  readonly #outgoing: Outgoing
  readonly #chunks: Uint8Array[] = []
  #status = 0
  #headers: Record<string, string> = {}

  constructor(outgoing: Outgoing) {
    this.sent = this.#sent.promise
    this.#outgoing = outgoing
    const lose = () => {
      this.socket.destroyed = true
      if (this.headersSent) outgoing.writeHead(this.#status, this.#headers)
      outgoing.socket?.destroy()
      this.#sent.resolve(new Response(null, { headers: { 'x-hono-already-sent': 'true' } }))
    }
    this.socket = { destroyed: false, destroy: lose, resetAndDestroy: lose, setNoDelay() {} }
    outgoing.on('close', () => {
      this.closed = true
      for (const close of [...this.#closers]) close()
    })
  }

  prependListener(event: 'finish', listener: () => void): void {
    this.#outgoing.prependListener(event, listener)
  }

  on(event: string, listener: () => void): void {
    if (event === 'close') this.#closers.add(listener)
  }

  once(event: string, listener: () => void): void {
    this.on(event, listener)
  }

  off(_event: string, listener: () => void): void {
    this.#closers.delete(listener)
  }

  writeHead(status: number, headers: readonly string[]): void {
    this.headersSent = true
    this.#status = status
    for (let index = 0; index < headers.length; index += 2)
      this.#headers[headers[index] ?? ''] = headers[index + 1] ?? ''
  }

  write(chunk: Uint8Array, written?: () => void): void {
    this.#chunks.push(chunk)
    if (written !== undefined) queueMicrotask(written)
  }

  end(rest?: string | Buffer, encoding?: BufferEncoding): void {
    if (rest !== undefined) this.#chunks.push(typeof rest === 'string' ? Buffer.from(rest, encoding) : rest)
    const { 'Content-Length': _, ...headers } = this.#headers
    this.#sent.resolve(
      new Response(new Uint8Array(Buffer.concat(this.#chunks)), { status: this.#status, headers }),
    )
  }
}
