import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../contract/clock.ts'
import { REDACTED } from '../contract/text/redact.ts'
import type { DeliveryOutcome, Exchange } from '../contract/wire/exchange.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { type Redaction, recordedHead, redactorOf } from '../mock-server/journal/redact-request.ts'
import type { Strike } from './faults.ts'
import { type Shaper, shapedHeaders } from './shape.ts'
import type { Intent, ProxyStore } from './store.ts'
import type { Answer } from './upstream.ts'

/** What a client got, or was to get. */
export type Reply = {
  readonly status: number
  /** Names and values alternately. */
  readonly headers: readonly string[]
  readonly body: Buffer
  /** The body without its content codings. */
  readonly text: string
  /** Whether the proxy made it. */
  readonly isOwn: boolean
}

/** What happens to a request in the course of time. It becomes an exchange, without keys, when somebody reads it. */
export type Entry = {
  readonly seq: number
  readonly arrivedMs: number
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  key: string | null
  operation: OperationId | null
  body: Buffer | null
  order: Exchange['order']
  strike: Strike | undefined
  sentMs: number | null
  upstream: {
    readonly answer: Answer | null
    readonly failure: string | null
    readonly answeredMs: number
  } | null
  reply: Reply | null
  answeredMs: number
  delivery: Exchange['delivery']
}

/** Is called for every change of an exchange. */
export type Listener = (exchange: Exchange, isComplete: boolean) => void

/** How much is kept in memory, where no file keeps it. */
const MOST = { entries: 10_000, bytes: 32 * 1024 * 1024 }
/** How long a complete exchange may wait for others before it is written. */
const GATHERED_MS = 100
const ENTRY_BYTES = 600
const MOST_KEYS = 1_000

const digests = new Map<string, string>()

/** The digest of a client's key. It alone is kept in files; most clients send one key again and again. */
export function digestOf(key: string): string {
  const known = digests.get(key)
  if (known !== undefined) return known
  if (digests.size >= MOST_KEYS) digests.clear()
  const digest = createHash('sha256').update(key).digest('hex')
  digests.set(key, digest)
  return digest
}

/** What a client key is called in everything that is written. */
export function partnerOf(digest: string): string {
  return `key-${digest.slice(0, 8)}`
}

/** What a journal is made of. */
export type JournalOptions = {
  readonly store: ProxyStore
  readonly redaction: Redaction
  readonly shape: Shaper
  readonly clock: Clock
}

/** Everything that came, and what became of it. Times are milliseconds since the store was made. */
export class ProxyJournal {
  readonly #options: JournalOptions
  readonly #entries = new Map<number, Entry>()
  readonly #listeners = new Set<Listener>()
  readonly #complete: Exchange[] = []
  #bytes = 0
  #nextSeq: number
  #writing: NodeJS.Timeout | undefined
  /** How many exchanges are kept no longer. */
  omitted = 0
  /** The digests of the client keys that have called this process. */
  readonly digests = new Set<string>()

  constructor(options: JournalOptions) {
    this.#options = options
    const { store } = options
    this.#nextSeq = store.nextSeq
    store.keep(store.unrecorded().map((intent) => interrupted(intent, store.beganAt)))
  }

  elapsedMs(): number {
    return Math.round((this.#options.clock.now() - this.#options.store.beganAt) * 1000) / 1000
  }

  arrive({
    method = '',
    url = '',
    rawHeaders,
  }: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>): Entry {
    const entry: Entry = {
      ...{ seq: this.#nextSeq, arrivedMs: this.elapsedMs(), method, target: url, rawHeaders },
      ...{
        key: null,
        operation: null,
        body: null,
        order: null,
        strike: undefined,
        sentMs: null,
        upstream: null,
      },
      ...{ reply: null, answeredMs: 0, delivery: null },
    }
    this.#nextSeq += 1
    this.#entries.set(entry.seq, entry)
    this.#bytes += ENTRY_BYTES
    return entry
  }

  /** Notes whose request it is. */
  identify(entry: Entry, key: string): void {
    entry.key = digestOf(key)
    if (this.digests.size < MOST_KEYS) this.digests.add(entry.key)
    this.changed(entry)
  }

  /** Tells who listens that an exchange has changed. */
  changed(entry: Entry): void {
    if (this.#listeners.size === 0) return
    const exchange = this.exchangeOf(entry)
    for (const listener of this.#listeners) listener(exchange, isComplete(entry))
  }

  /** An answer got as far as it did. The exchange is complete once its target has answered, too. */
  deliver(entry: Entry, outcome: DeliveryOutcome): void {
    if (entry.delivery !== null) return
    entry.delivery = { outcome, atMs: this.elapsedMs() }
    this.settle(entry)
  }

  /** Looks whether an exchange is complete. A client may have left long before the target answers. */
  settle(entry: Entry): void {
    this.changed(entry)
    if (!isComplete(entry) || !this.#entries.has(entry.seq)) return
    this.#bytes += sizeOf(entry)
    if (this.#options.store.isFile) this.#gather(entry)
    else this.#shorten()
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Every exchange, in the order of arrival. */
  exchanges(): Exchange[] {
    this.flush()
    const live = [...this.#entries.values()].map((entry) => this.exchangeOf(entry))
    return [...this.#options.store.exchanges(), ...live].sort((one, other) => one.seq - other.seq)
  }

  /** Writes what is complete. */
  flush(): void {
    clearTimeout(this.#writing)
    this.#writing = undefined
    this.#options.store.keep(this.#complete.splice(0))
  }

  exchangeOf(entry: Entry): Exchange {
    const { redaction, shape, store } = this.#options
    const { seq, arrivedMs, method, target, rawHeaders, key, operation, body, reply, sentMs, upstream } =
      entry
    const redact = redactorOf(rawHeaders, redaction)
    const bodyOf = ({ text }: { readonly text: string }) => redact(shape(text))
    const answer = upstream?.answer
    return {
      seq,
      at: new Date(store.beganAt + arrivedMs).toISOString(),
      arrivedMs,
      partner: key === null ? null : partnerOf(key),
      operation,
      request: {
        ...recordedHead({ method, target, rawHeaders }, redaction, redact),
        body: body === null ? null : redact(body.toString('utf8')),
      },
      response: reply && {
        status: reply.status,
        headers: redactedIn(shapedHeaders(reply.headers), redact),
        body: reply.isOwn ? redact(reply.text) : bodyOf(reply),
        answeredMs: entry.answeredMs,
      },
      delivery: entry.delivery,
      order: entry.order && {
        ...entry.order,
        partnerReference: redact(entry.order.partnerReference),
        sku: redact(entry.order.sku),
      },
      fault: entry.strike === undefined ? null : faultOf(entry.strike),
      nearMiss: null,
      ...(sentMs !== null && {
        upstream: {
          sentMs,
          response: answer
            ? {
                status: answer.status,
                headers: redactedIn(shapedHeaders(answer.headers), redact),
                body: bodyOf(answer),
                answeredMs: upstream.answeredMs,
              }
            : null,
          failure: upstream?.failure == null ? null : redact(upstream.failure),
        },
      }),
    }
  }

  #gather(entry: Entry): void {
    this.#complete.push(this.exchangeOf(entry))
    this.#entries.delete(entry.seq)
    this.#bytes -= ENTRY_BYTES + sizeOf(entry)
    this.#writing ??= setTimeout(() => this.flush(), GATHERED_MS)
  }

  #shorten(): void {
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= MOST.entries && this.#bytes <= MOST.bytes) return
      if (!isComplete(entry)) continue
      this.#entries.delete(entry.seq)
      this.#bytes -= ENTRY_BYTES + sizeOf(entry)
      this.omitted += 1
    }
  }
}

function isComplete({ delivery, sentMs, upstream }: Entry): boolean {
  return delivery !== null && (sentMs === null || upstream !== null)
}

function sizeOf({ body, reply, upstream, target, rawHeaders }: Entry): number {
  const answer = upstream?.answer
  const own = reply?.body === answer?.body ? 0 : (answer?.body.length ?? 0)
  return (
    target.length + rawHeaders.join('').length + (body?.length ?? 0) + (reply?.body.length ?? 0) * 2 + own
  )
}

function faultOf({ at, does: { kind }, ordered }: Strike): NonNullable<Exchange['fault']> {
  return { at, does: kind, ...(ordered !== undefined && { ordered }) }
}

function redactedIn(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]))
}

/** A purchase that was passed on by a proxy that ended before it recorded what came of it. */
function interrupted({ seq, key, reference, sku, arrivedMs, status }: Intent, beganAt: number): Exchange {
  const failure = 'The proxy ended before it recorded the answer.'
  return {
    seq,
    at: new Date(beganAt + arrivedMs).toISOString(),
    arrivedMs,
    partner: partnerOf(key),
    operation: 'createOrder',
    request: {
      method: 'POST',
      target: '/orders',
      headers: { authorization: REDACTED },
      body: JSON.stringify({ partnerReference: reference, sku }),
    },
    response: null,
    delivery: { outcome: 'lost', atMs: arrivedMs },
    order: {
      partnerReference: reference,
      sku,
      effect: status === null || status >= 500 ? 'unknown' : status < 300 ? 'recorded' : 'none',
    },
    fault: null,
    nearMiss: null,
    upstream: { sentMs: arrivedMs, response: null, failure },
  }
}
