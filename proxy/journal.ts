import { createHash } from 'node:crypto'
import type { Clock } from '../contract/clock.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { REDACTED } from '../contract/text/redact.ts'
import type { DeliveryOutcome, Exchange } from '../contract/wire/exchange.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import {
  type RawHead,
  type Redactor,
  recordedHead,
  redactionOf,
  redactorFor,
  redactorOf,
} from '../mock-server/journal/redact-request.ts'
import type { Strike } from './faults.ts'
import { shapedHeaders, shaperOf } from './shape.ts'
import type { Intent, ProxyStore } from './store.ts'
import { type Answer, bytesOf, textOf } from './upstream.ts'

/** What happens to a request in the course of time. It becomes an exchange, without keys, when somebody reads it. */
export class Entry {
  readonly seq: number
  readonly arrivedMs: number
  readonly head: RawHead
  key: string | null = null
  operation: OperationId | null = null
  /** Its bytes, as characters of Latin-1. */
  body: string | null = null
  order: Exchange['order'] = null
  strike: Strike | undefined
  sentMs: number | null = null
  upstream: {
    readonly answer: Answer | null
    readonly failure: string | null
    readonly answeredMs: number
  } | null = null
  /** What the client got, or was to get; not that of the target, it is the proxy's own. */
  reply: Answer | null = null
  answeredMs = 0
  delivery: Exchange['delivery'] = null
  /** How much it takes in memory, once it is complete. */
  size = 0

  constructor(seq: number, arrivedMs: number, { method, target, rawHeaders }: RawHead) {
    this.seq = seq
    this.arrivedMs = arrivedMs
    this.head = { method, target, rawHeaders }
  }

  get isComplete(): boolean {
    return this.delivery !== null && (this.sentMs === null || this.upstream !== null)
  }
}

/** Is called for every change of an exchange. */
export type Listener = (exchange: Exchange, isComplete: boolean) => void

/** How much is kept in memory, where no file keeps it. */
const MOST = { entries: 10_000, bytes: 32 * 1024 * 1024 }
/** How much of that is left where it was reached. */
const KEPT = 0.9
/** How long a complete exchange may wait for others before it is written, and for how many. */
const GATHERED = { ms: 100, entries: 64 }
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

/** Everything that came, and what became of it. Times are milliseconds since the store was made. */
export class ProxyJournal {
  readonly #record: (entry: Entry) => Exchange
  readonly #store: ProxyStore
  readonly #clock: Clock
  readonly #entries = new Map<number, Entry>()
  readonly #listeners = new Set<Listener>()
  #bytes = 0
  #nextSeq: number
  #writing: NodeJS.Timeout | undefined
  /** What is complete, and is not in the file yet. */
  readonly #complete: Entry[] = []
  /** How many exchanges are kept no longer. */
  omitted = 0
  /** The digests of the client keys that have called this process. */
  readonly digests = new Set<string>()

  /** @param targetKey is in nothing that is written, besides every TEST key. */
  constructor(store: ProxyStore, clock: Clock, profile: Profile, targetKey: string) {
    this.#store = store
    this.#clock = clock
    this.#record = recorderOf(profile, [targetKey], store.beganAt)
    this.#nextSeq = store.nextSeq
    if (!store.keep(store.unrecorded().map((intent) => this.#record(interrupted(intent)))))
      throw store.failure
  }

  elapsedMs(): number {
    return Math.round((this.#clock.now() - this.#store.beganAt) * 1000) / 1000
  }

  arrive(head: RawHead): Entry {
    const entry = new Entry(this.#nextSeq, this.elapsedMs(), head)
    this.#nextSeq += 1
    this.#entries.set(entry.seq, entry)
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
    const exchange = this.#record(entry)
    for (const listener of this.#listeners) listener(exchange, entry.isComplete)
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
    if (!entry.isComplete || entry.size > 0) return
    // The recording has ended, and this was refused since.
    if (this.#store.failure !== null && entry.sentMs === null) {
      this.#drop(entry)
      return
    }
    entry.size = sizeOf(entry)
    this.#bytes += entry.size
    if (!this.#store.isFile) {
      this.#shorten()
      return
    }
    if (this.#complete.push(entry) === GATHERED.entries) setImmediate(() => this.flush())
    this.#writing ??= setTimeout(() => this.flush(), GATHERED.ms)
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Every exchange, in the order of arrival. */
  exchanges(): Exchange[] {
    this.flush()
    const live = [...this.#entries.values()].map((entry) => this.#record(entry))
    return [...this.#store.exchanges(), ...live].sort((one, other) => one.seq - other.seq)
  }

  /** How many complete exchanges are not in the file. */
  get unwritten(): number {
    return this.#complete.length
  }

  /** Writes what is complete, where a file keeps it. What can't be written stays in memory. */
  flush(): void {
    clearTimeout(this.#writing)
    this.#writing = undefined
    if (!this.#store.keep(this.#complete.map(this.#record))) return
    for (const entry of this.#complete.splice(0)) this.#drop(entry)
  }

  #drop({ seq, size }: Entry): void {
    this.#entries.delete(seq)
    this.#bytes -= size
  }

  /** Makes room for many at a time: what was dropped before is passed over by each look from the beginning. */
  #shorten(): void {
    if (this.#entries.size <= MOST.entries && this.#bytes <= MOST.bytes) return
    const [entries, bytes] = [MOST.entries * KEPT, MOST.bytes * KEPT]
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= entries && this.#bytes <= bytes) return
      if (!entry.isComplete) continue
      this.#drop(entry)
      this.omitted += 1
    }
  }
}

function sizeOf({ head, body, reply, upstream }: Entry): number {
  const answer = upstream?.answer ?? null
  let size = ENTRY_BYTES + head.target.length + (body?.length ?? 0) + lengthOf(answer)
  if (reply !== answer) size += lengthOf(reply)
  for (const text of head.rawHeaders) size += text.length
  return size
}

function lengthOf(answer: Answer | null): number {
  return answer === null ? 0 : answer.body.length + answer.text.length
}

/** Most callers send the same headers again and again, and get the same answers to reads. */
const MOST_HEADS = 100
const MOST_ANSWERS = 100
const LONGEST_ANSWER = 2_048

type Recorded = Pick<Answer, 'status'> & { readonly headers: Record<string, string>; readonly body: string }
/** What the callers with the same headers have in common. */
type Caller = {
  readonly redact: Redactor
  readonly headers: Record<string, string>
  readonly answers: Map<string, Recorded>
}

/**
 * Makes a function that writes an entry down: without keys, and of what the target answered no member that the reference
 * does not name.
 *
 * @param keys what is removed, besides every TEST key.
 * @param beganAt when the recording began, in milliseconds since the Unix epoch.
 */
export function recorderOf(
  profile: Profile,
  keys: readonly string[],
  beganAt: number,
): (entry: Entry) => Exchange {
  const redaction = redactionOf(profile.auth, keys)
  const shape = shaperOf(profile)
  const heads = new Map<string, Caller>()
  const headOf = (head: RawHead): Caller => {
    const name = head.rawHeaders.join('\n')
    const known = heads.get(name)
    if (known !== undefined) return known
    const redact = redactorOf(head.rawHeaders, redaction)
    const made = { redact, headers: recordedHead(head, redaction, redact).headers, answers: new Map() }
    if (heads.size >= MOST_HEADS) heads.clear()
    heads.set(name, made)
    return made
  }
  const ofTarget = (answer: Answer, { redact, answers }: Caller): Recorded => {
    const { status, headers, text } = answer
    const name = `${status}\n${headers.join('\n')}\n${text}`
    const known = answers.get(name)
    if (known !== undefined) return known
    const made = recorded(answer, shape(text), redact)
    if (answers.size >= MOST_ANSWERS) answers.clear()
    if (name.length <= LONGEST_ANSWER) answers.set(name, made)
    return made
  }
  return (entry) => {
    const { seq, arrivedMs, head, key, operation, body, order, strike, reply, sentMs, upstream } = entry
    const caller = headOf(head)
    const { headers } = caller
    const text = body === null ? '' : textOf(body)
    const { partnerReference = '', sku = '' } = order ?? {}
    const redact = redactorFor([head.method, head.target, partnerReference, sku, text], caller.redact)
    const answer = upstream?.answer ?? null
    const answered = answer && ofTarget(answer, caller)
    const got = reply === answer ? answered : reply && recorded(reply, reply.text, caller.redact)
    return {
      seq,
      at: new Date(beganAt + arrivedMs).toISOString(),
      arrivedMs,
      partner: key === null ? null : partnerOf(key),
      operation,
      request: {
        ...{ method: redact(head.method), target: redact(head.target), headers },
        body: body === null ? null : redact(text),
      },
      response: got && { ...got, answeredMs: entry.answeredMs },
      delivery: entry.delivery,
      order: order && { ...order, partnerReference: redact(partnerReference), sku: redact(sku) },
      fault: strike === undefined ? null : faultOf(strike),
      nearMiss: null,
      ...(sentMs !== null && {
        upstream: {
          sentMs,
          response: answered && { ...answered, answeredMs: upstream?.answeredMs ?? 0 },
          failure: upstream?.failure == null ? null : caller.redact(upstream.failure),
        },
      }),
    }
  }
}

function recorded({ status, headers }: Answer, body: string, redact: Redactor): Recorded {
  return { status, headers: shapedHeaders(headers, redact), body: redact(body) }
}

function faultOf({ at, does: { kind }, ordered }: Strike): NonNullable<Exchange['fault']> {
  return { at, does: kind, ...(ordered !== undefined && { ordered }) }
}

/** A purchase that was passed on by a proxy that ended before it recorded what came of it. */
function interrupted({ seq, key, reference, sku, arrivedMs }: Intent): Entry {
  const head = { method: 'POST', target: '/orders', rawHeaders: ['authorization', REDACTED] }
  const failure = 'The proxy ended before it recorded the answer.'
  return Object.assign(new Entry(seq, arrivedMs, head), {
    ...{ key, operation: 'createOrder', sentMs: arrivedMs },
    body: bytesOf(JSON.stringify({ partnerReference: reference, sku })),
    order: { partnerReference: reference, sku, effect: 'unknown' },
    upstream: { answer: null, failure, answeredMs: arrivedMs },
    delivery: { outcome: 'lost', atMs: arrivedMs },
  } as const)
}
